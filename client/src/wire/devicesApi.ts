/** The server's API about devices: moving to another one, signing them out, and inviting others to theirs. */

import { request } from './api';
import type { Addresses, Devices, NewCarryCode } from './messages';

export const carryCode = (): Promise<NewCarryCode> => request('POST', 'me/code');
export const carry = (code: string): Promise<void> => request('POST', 'me/carry', { code });
export const devices = (): Promise<Devices> => request('GET', 'me/devices');
export const signOut = (device: string): Promise<void> => request('DELETE', `me/devices/${device}`);
/** Sign out all devices but this one. */
export const signOutOthers = (): Promise<void> => request('DELETE', 'me/devices');
/** The addresses at which other devices of this network reach the server; only its own machine is told. */
export const addresses = (): Promise<Addresses> => request('GET', 'addresses');
