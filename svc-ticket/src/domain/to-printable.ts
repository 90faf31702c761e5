/** Control characters, and those that turn the direction of what follows them (embeddings, overrides, isolates). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is to be removed
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufff9-\uffff]+/gu;

/**
 * A text as it may stand on paper: one line, without what could reorder or hide it. Joiners and
 * non-joiners stay, since Telugu needs them.
 */
export const toPrintable = (text: string): string =>
  text.toWellFormed().replace(UNPRINTABLE, ' ').replace(/\s+/g, ' ').trim();
