import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

const catalog = (folder: string, sources: readonly string[]) => ({
  path: `<rootDir>/${folder}/src/locales/{locale}`,
  include: sources.map((source) => `<rootDir>/${source}/src`),
  exclude: ['**/*.test.*', '**/testing/**'],
});

/** The words of the portal: `npx lingui extract` brings new ones into the catalogs, where Telugu is added. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['te', 'en'],
  format: formatter({ lineNumbers: false }),
  catalogs: [
    catalog('packages/web-kit', ['packages/web-kit', 'packages/platform']),
    ...['shell', 'mf-auth', 'mf-application', 'mf-history'].map((room) => catalog(room, [room])),
  ],
});
