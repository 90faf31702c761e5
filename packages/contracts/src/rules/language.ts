/** A part of the examination that the applicant has chosen. */
export interface LanguageChoice {
  readonly language_id: number;
  readonly language: string;
}

/**
 * Reads the `language` field: JSON text of `[{ language_id, language }]`; blank or unreadable text is no choice.
 * Without a schema: the rules run in the browser too, where schemas are silent.
 */
export function parseLanguages(text: unknown): LanguageChoice[] {
  if (typeof text !== 'string' || text.trim() === '') return [];
  try {
    const items: unknown = JSON.parse(text);
    return Array.isArray(items) ? items.map(toLanguageChoice) : [];
  } catch {
    return [];
  }
}

/** @throws TypeError when it is no choice */
function toLanguageChoice(item: { language_id?: unknown; language?: unknown } | null): LanguageChoice {
  const language_id = Number(item?.language_id);
  const language = item?.language;
  if (typeof language !== 'string' || !Number.isFinite(language_id))
    throw new TypeError('No language choice');
  return { language_id, language };
}
