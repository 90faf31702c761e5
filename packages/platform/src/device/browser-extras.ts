/** A browser may lack such a part, answer null for it, or throw when it is read. */
function findExtra<Extra>(read: () => Extra | null | undefined): Extra | undefined {
  try {
    return read() ?? undefined;
  } catch {
    return undefined;
  }
}

/** What a page uses where the browser allows it, and never needs; undefined where it does not. */
export const browserExtras = {
  localStorage: () => findExtra(() => globalThis.localStorage),
  indexedDB: () => findExtra(() => globalThis.indexedDB),
  locks: () => findExtra(() => globalThis.navigator.locks),
  serviceWorker: () => findExtra(() => globalThis.navigator.serviceWorker),
  /** Missing also at an insecure origin. */
  cipher: () => findExtra(() => globalThis.crypto.subtle),
  openChannel: (name: string) => findExtra(() => new BroadcastChannel(name)),
} as const;
