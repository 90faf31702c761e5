import { attempt } from './browser-extras.ts';

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
