/** A tab that is being loaded anew may still seem to have what it had. */
const PATIENCE_MS = 300;

/**
 * Marks a copy as this tab's, for as long as the tab lives.
 * @returns how to let it go; undefined when another living tab has it
 */
export function holdCopy(id: string): Promise<(() => void) | undefined> {
  const patience = new AbortController();
  setTimeout(() => patience.abort(), PATIENCE_MS);
  return new Promise((settle) => {
    navigator.locks
      .request(`archaka-form-${id}`, { signal: patience.signal }, () => new Promise<void>(settle))
      .catch(() => settle(undefined));
  });
}
