import * as z from 'zod';

export const languageChoice = z.object({
  language_id: z.coerce.number<number | string>(),
  language: z.string(),
});
const choices = z.array(languageChoice);
export type LanguageChoice = z.output<typeof languageChoice>;

/** Reads the `language` field: JSON text of `[{ language_id, language }]`; blank or unreadable text is no choice. */
export function parseLanguages(text: unknown): LanguageChoice[] {
  if (typeof text !== 'string' || text.trim() === '') return [];
  try {
    return choices.parse(JSON.parse(text));
  } catch {
    return [];
  }
}
