/** Runs what a browser may refuse: it throws when storage is denied or full. @returns undefined then */
export function attempt<Result>(action: () => Result): Result | undefined {
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
  openChannel: (name: string) => attempt(() => new BroadcastChannel(name)),
} as const;
