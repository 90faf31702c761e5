/** A code that was answered is passed over until it has been out of view for so long. */
const GONE_MS = 1500;

/** Keeps the ticket that was just judged, and still lies under the camera, from being judged again. */
export function seenBefore(now: () => number = () => performance.now()) {
  let [answered, lastSeen] = [undefined as string | undefined, 0];
  return {
    answer(text: string): void {
      [answered, lastSeen] = [text, now()];
    },
    /** Whether the code is the one answered last, never out of view since. */
    isStill(text: string): boolean {
      if (text !== answered || now() - lastSeen > GONE_MS) return false;
      lastSeen = now();
      return true;
    },
  };
}
