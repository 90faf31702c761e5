/** Holds what is read without a network: the sealed answers, and the key of the session that may open them. */
export const OFFLINE_DATABASE = 'archaka-offline';

/** Where the page itself cannot open without a network, nothing is stored for it. */
export const canReadOffline = (): boolean =>
  globalThis.navigator?.serviceWorker !== undefined &&
  globalThis.indexedDB !== undefined &&
  globalThis.crypto?.subtle !== undefined;

/** At the end of a session, and when another begins. */
export function clearOfflineData(): void {
  globalThis.indexedDB?.deleteDatabase(OFFLINE_DATABASE);
}
