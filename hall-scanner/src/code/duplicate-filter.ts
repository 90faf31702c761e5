/** A code that was answered is passed over until it has been out of view for so long. */
const EXPIRY_MS = 1500;

/** Keeps the ticket that was just judged, and still lies under the camera, from being judged again. */
export function createDuplicateFilter(now: () => number = () => performance.now()) {
  let [handled, lastSeen] = [undefined as string | undefined, 0];
  return {
    markHandled(text: string): void {
      [handled, lastSeen] = [text, now()];
    },
    /** Whether the code is the one answered last, never out of view since. */
    isDuplicate(text: string): boolean {
      if (text !== handled || now() - lastSeen > EXPIRY_MS) return false;
      lastSeen = now();
      return true;
    },
  };
}
