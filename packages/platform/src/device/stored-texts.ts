import { browserExtras } from './browser-extras.ts';

/** Texts that the browser refused to store: they live as long as the page. */
const unstored = new Map<string, string>();

/** Short texts of this device, which outlive the page where the browser stores them. */
export const storedTexts = {
  read(key: string): string | undefined {
    try {
      return browserExtras.localStorage()?.getItem(key) ?? unstored.get(key);
    } catch {
      return unstored.get(key);
    }
  },

  write(key: string, text: string): void {
    unstored.delete(key);
    const storage = browserExtras.localStorage();
    try {
      if (!storage) throw new Error('The browser stores nothing');
      storage.setItem(key, text);
    } catch {
      unstored.set(key, text);
      removeQuietly(key);
    }
  },

  clear(): void {
    unstored.clear();
    try {
      browserExtras.localStorage()?.clear();
    } catch {
      // What cannot be written cannot be cleared either.
    }
  },
} as const;

/** An earlier text must not be read in place of one that did not fit. */
function removeQuietly(key: string): void {
  try {
    browserExtras.localStorage()?.removeItem(key);
  } catch {
    // Denied altogether: nothing is read from it.
  }
}
