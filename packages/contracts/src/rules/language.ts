export interface LanguageChoice {
  readonly language_id: number;
  readonly language: string;
}

/** JSON text of `[{ language_id, language }]`; empty when invalid. Uses no schema, since browsers run it too. */
export function parseLanguages(text: unknown): LanguageChoice[] {
  if (typeof text !== 'string' || text.trim() === '') return [];
  try {
    const items: unknown = JSON.parse(text);
    return Array.isArray(items) ? items.map(toLanguageChoice) : [];
  } catch {
    return [];
  }
}

function toLanguageChoice(item: { language_id?: unknown; language?: unknown } | null): LanguageChoice {
  const language_id = Number(item?.language_id);
  const language = item?.language;
  if (typeof language !== 'string' || !Number.isFinite(language_id))
    throw new TypeError('No language choice');
  return { language_id, language };
}
