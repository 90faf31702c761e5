export type DeviceCopies = typeof import('./device-copies.ts');

/** What a sealed copy needs; a page that is not of a secure origin has neither locks nor cipher. */
const isSupported = (): boolean =>
  globalThis.indexedDB !== undefined &&
  globalThis.crypto?.subtle !== undefined &&
  navigator.locks !== undefined;

/** The copies on this device, loaded when first needed; undefined where the browser can keep none. */
export const openDeviceCopies = async (): Promise<DeviceCopies | undefined> =>
  isSupported() ? import('./device-copies.ts').catch(() => undefined) : undefined;
