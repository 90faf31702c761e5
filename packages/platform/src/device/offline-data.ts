/** Stores offline data: the sealed responses, and the key of the session that may open them. */
export const OFFLINE_DATABASE = 'archaka-offline';

/** Stores nothing when the page itself cannot open offline. */
export const canReadOffline = (): boolean =>
  globalThis.navigator?.serviceWorker !== undefined &&
  globalThis.indexedDB !== undefined &&
  globalThis.crypto?.subtle !== undefined;

/** At the end of a session, and when another starts. */
export function clearOfflineData(): void {
  globalThis.indexedDB?.deleteDatabase(OFFLINE_DATABASE);
}
