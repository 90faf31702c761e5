import { browserExtras } from './browser-extras.ts';
import type { DeviceVault } from './device-vault.ts';

type DeviceCopies = typeof import('./device-databases.ts');

/** An insecure origin has neither locks nor cipher. */
const isSupported = (): boolean =>
  browserExtras.indexedDB() !== undefined &&
  browserExtras.cipher() !== undefined &&
  browserExtras.locks() !== undefined;

/** Undefined in a browser without support. */
export const openDeviceCopies = async (): Promise<DeviceCopies | undefined> =>
  isSupported()
    ? import(/* webpackChunkName: "device" */ './device-databases.ts').catch(() => undefined)
    : undefined;

/** A page has one applicant at a time, and requests its key once. */
const vaults = new Map<string, Promise<DeviceVault | undefined>>();

async function createVault(userId: string): Promise<DeviceVault | undefined> {
  if (!browserExtras.cipher()) return undefined;
  const { createDeviceVault } = await import(/* webpackChunkName: "device" */ './device-vault.ts');
  return createDeviceVault(userId);
}

/** Undefined in a browser without a cipher. */
export function openDeviceVault(userId: string): Promise<DeviceVault | undefined> {
  const vault =
    vaults.get(userId) ??
    createVault(userId).catch(() => {
      vaults.delete(userId);
      return undefined;
    });
  vaults.set(userId, vault);
  return vault;
}
