export type Replace = (text: string) => string;

/** Replaces texts in a value; leaves dates, ids and bytes unchanged. */
export function mapTexts(value: unknown, replace: Replace): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, replace));
  const isPlainObject =
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  if (!isPlainObject) return value;
  return Object.fromEntries(
    Object.entries(value as object).map(([key, each]) => [key, mapTexts(each, replace)]),
  );
}

/** Replacements by text. */
export function createReplacement(pairs: ReadonlyMap<string, string>): Replace {
  const escaped = [...pairs.keys()].map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(escaped.join('|'), 'g');
  return (text) => text.replace(pattern, (found) => pairs.get(found) ?? found);
}
