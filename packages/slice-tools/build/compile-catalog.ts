import { createCompiledCatalog } from '@lingui/cli/api';
import { formatter } from '@lingui/format-po';

const po = formatter();

/**
 * Compiles a Telugu catalog to a module with both languages: the English texts are in its message ids. Each id
 * occurs once, since random characters do not compress.
 */
export async function compileCatalog(text: string, { file }: { file: string }): Promise<string> {
  const catalog = await po.parse(text, { locale: 'te', sourceLocale: 'en', filename: file });
  const entries = Object.entries(catalog ?? {}).map(([id, { message = id, translation }]) => ({
    id,
    en: message,
    te: translation || message,
  }));
  const [te, en] = (['te', 'en'] as const).map((language) => {
    const messages = Object.fromEntries(entries.map((entry) => [entry.id, entry[language]]));
    const { source, errors } = createCompiledCatalog(language, messages, { namespace: 'json' });
    if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ id }) => id).join(', ')}`);
    return (JSON.parse(source) as { messages: Record<string, unknown> }).messages;
  });
  if (!te || !en) throw new Error(`${file}: not compiled`);
  const ids = Object.keys(te);
  const columns = JSON.stringify([ids, ...[te, en].map((messages) => ids.map((id) => messages[id]))]);
  return `const [ids, ...columns] = JSON.parse(${JSON.stringify(columns)});
const [te, en] = columns.map((column) => Object.fromEntries(ids.map((id, index) => [id, column[index]])));
export { te, en };`;
}
