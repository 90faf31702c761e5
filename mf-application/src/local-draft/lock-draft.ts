/** A tab that is being loaded anew may still seem to have what it had. */
const LOCK_TIMEOUT_MS = 300;

/**
 * Marks a copy as this tab's, for as long as the tab lives.
 * @returns how to let it go; undefined when another living tab has it
 */
export function lockDraft(id: string): Promise<(() => void) | undefined> {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), LOCK_TIMEOUT_MS);
  return new Promise((resolve) => {
    navigator.locks
      .request(`archaka-form-${id}`, { signal: controller.signal }, () => new Promise<void>(resolve))
      .catch(() => resolve(undefined));
  });
}
