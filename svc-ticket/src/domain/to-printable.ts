/** Control characters and bidirectional controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match control characters
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufff9-\uffff]+/gu;

/** Makes one line without characters that could reorder or hide text. Keeps joiners, which Telugu needs. */
export const toPrintable = (text: string): string =>
  text.toWellFormed().replace(UNPRINTABLE, ' ').replace(/\s+/g, ' ').trim();
