import { createCompiledCatalog } from '@lingui/cli/api';
import { formatter } from '@lingui/format-po';

const po = formatter();

/** Compiles a Telugu catalog to a module with both languages: the English texts are in its message ids. */
export async function compileCatalog(text: string, { file }: { file: string }): Promise<string> {
  const catalog = await po.parse(text, { locale: 'te', sourceLocale: 'en', filename: file });
  const entries = Object.entries(catalog ?? {}).map(([id, { message = id, translation }]) => ({
    id,
    en: message,
    te: translation || message,
  }));
  const sources = (['te', 'en'] as const).map((language) => {
    const messages = Object.fromEntries(entries.map((entry) => [entry.id, entry[language]]));
    const { source, errors } = createCompiledCatalog(language, messages, { namespace: 'es' });
    if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ id }) => id).join(', ')}`);
    return source.replace('export const messages=', `export const ${language}=`);
  });
  return sources.join('\n');
}
