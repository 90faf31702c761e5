import { createCompiledCatalog } from '@lingui/cli/api';
import { formatter } from '@lingui/format-po';

const po = formatter();

export async function compileCatalog(text: string, { file }: { file: string }): Promise<string> {
  const locale = /([a-z]+)\.po$/.exec(file)?.[1] ?? '';
  const catalog = await po.parse(text, { locale, sourceLocale: 'en', filename: file });
  const messages = Object.fromEntries(
    Object.entries(catalog ?? {}).map(([id, { translation, message }]) => [id, translation || message || id]),
  );
  const { source, errors } = createCompiledCatalog(locale, messages, { namespace: 'es' });
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ id }) => id).join(', ')}`);
  return source;
}
