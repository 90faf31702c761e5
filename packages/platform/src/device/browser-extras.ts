/** Runs what a browser may refuse: it throws when storage is denied or full. @returns undefined then */
function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/** What a page uses where the browser allows it, and never needs; undefined where it does not. */
export const browserExtras = {
  indexedDB: () => attempt(() => globalThis.indexedDB) ?? undefined,
  locks: () => attempt(() => navigator.locks) ?? undefined,
  serviceWorker: () => attempt(() => navigator.serviceWorker) ?? undefined,
  /** Missing also at an insecure origin. */
  cipher: () => attempt(() => crypto.subtle) ?? undefined,
  readTabText: (key: string) => attempt(() => sessionStorage.getItem(key)) ?? undefined,
  /** Undefined removes it. */
  writeTabText: (key: string, text: string | undefined) =>
    attempt(() => (text === undefined ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, text))),
  openChannel: (name: string) => attempt(() => new BroadcastChannel(name)),
} as const;

/** Texts that the browser refused to store: they live as long as the page. */
const unstored = new Map<string, string>();

/** Short texts of this device, which outlive the page where the browser stores them. */
export const storedTexts = {
  read: (key: string): string | undefined =>
    unstored.get(key) ?? attempt(() => localStorage.getItem(key)) ?? undefined,

  write(key: string, text: string): void {
    unstored.set(key, text);
    // An earlier text must not be read in place of one that did not fit.
    attempt(() => localStorage.removeItem(key));
    attempt(() => {
      localStorage.setItem(key, text);
      unstored.delete(key);
    });
  },

  clear(): void {
    unstored.clear();
    attempt(() => localStorage.clear());
  },
} as const;

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
