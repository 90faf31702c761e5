/** A handled code is ignored until it has been out of view for this long. */
const EXPIRY_MS = 1500;

/** A ticket that still lies under the camera must not be verified again. */
export function createDuplicateFilter(now: () => number = () => performance.now()) {
  let [handled, lastSeen] = [undefined as string | undefined, 0];
  return {
    markHandled(text: string): void {
      [handled, lastSeen] = [text, now()];
    },
    /** True for the last handled code while it stays in view. */
    isDuplicate(text: string): boolean {
      if (text !== handled || now() - lastSeen > EXPIRY_MS) return false;
      lastSeen = now();
      return true;
    },
  };
}
