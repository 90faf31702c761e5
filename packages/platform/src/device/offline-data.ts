import { browserExtras } from './browser-extras.ts';

/** Stores offline data: the sealed responses, and the key of the session that may open them. */
export const OFFLINE_DATABASE = 'archaka-offline';

/** Stores nothing when the page itself cannot open offline. */
export const canReadOffline = (): boolean =>
  browserExtras.serviceWorker() !== undefined &&
  browserExtras.indexedDB() !== undefined &&
  browserExtras.cipher() !== undefined;

/** At the end of a session, and when another starts. */
export function clearOfflineData(): void {
  try {
    browserExtras.indexedDB()?.deleteDatabase(OFFLINE_DATABASE);
  } catch {
    // A browser that refuses this has stored nothing.
  }
}
