import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { listSlices } from './packages/contracts/check/sources/slices.ts';

/** Folders with many messages, which are loaded with their code. */
const separateCatalogs = [
  'shell/src/pages/desk',
  'shell/src/pages/policy',
  'packages/platform/src/forms/application-messages',
  'packages/platform/src/payment/pending-payment',
  'packages/platform/src/notice-content',
  'packages/platform/src/status',
  'mf-auth/src/features/confirm-sign-up',
  'mf-auth/src/features/helper/slip',
  'mf-auth/src/features/list-sessions',
  'mf-auth/src/features/my-data',
  'mf-application/src/features/check-readiness',
  'mf-application/src/features/show-status',
  'mf-application/src/features/update-application',
  'mf-application/src/files/photo',
  'mf-application/src/files/documents',
  'mf-application/src/files/examples',
  'mf-application/src/files/scan',
  'mf-application/src/sections/identity-paper',
];

const remotes = listSlices(import.meta.dirname, 'mf');

const catalog = (folder: string, sources: readonly string[]) => ({
  path: `<rootDir>/${folder}/locales/{locale}`,
  include: sources.map((source) => `<rootDir>/${source}`),
  exclude: [
    '**/*.test.*',
    '**/testing/**',
    ...separateCatalogs
      .filter((separate) => separate !== folder)
      .map((separate) => `<rootDir>/${separate}/**`),
  ],
});

/** The texts of the portal: English is in the code. `npx lingui extract --clean` adds new ones to the Telugu catalogs, which translators complete. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['te'],
  format: formatter({ origins: false }),
  catalogs: [
    catalog('packages/ui/src', ['packages/ui/src', 'packages/platform/src']),
    ...['shell', ...remotes].map((room) => catalog(`${room}/src`, [`${room}/src`])),
    ...separateCatalogs.map((apart) => catalog(apart, [apart])),
  ],
});
