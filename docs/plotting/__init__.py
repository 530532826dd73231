"""The plots of the page on strategy: measured by the lab, drawn from what was measured."""
