"""Environments of Gymnasium."""
