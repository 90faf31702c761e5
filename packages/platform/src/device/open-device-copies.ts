import { browserExtras } from './browser-extras.ts';

export type DeviceCopies = typeof import('./device-copies.ts');

/** An insecure origin has neither locks nor cipher. */
const isSupported = (): boolean =>
  browserExtras.indexedDB() !== undefined &&
  browserExtras.cipher() !== undefined &&
  browserExtras.locks() !== undefined;

/** Undefined in a browser without support. */
export const openDeviceCopies = async (): Promise<DeviceCopies | undefined> =>
  isSupported()
    ? import(/* webpackChunkName: "device" */ './device-copies.ts').catch(() => undefined)
    : undefined;
