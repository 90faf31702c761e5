import { fileURLToPath } from 'node:url';

const rootDir = fileURLToPath(new URL('.', import.meta.url));
const kit = '<rootDir>/packages/test-kit/jest';

const swc = {
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' }, verbatimModuleSyntax: true },
    experimental: { keepImportAttributes: true, plugins: [['@lingui/swc-plugin', {}]] },
  },
  sourceMaps: 'inline',
};

const shared = {
  rootDir,
  extensionsToTreatAsEsm: ['.ts', '.tsx', '.po'],
  transform: {
    '\\.tsx?$': ['@swc/jest', swc],
    '\\.po$': '<rootDir>/packages/platform/build/catalog-transform.mjs',
  },
  setupFilesAfterEnv: [`${kit}/patience.mjs`],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/tests/architecture/examples/'],
  modulePathIgnorePatterns: [
    '<rootDir>/(?!node_modules/)(.+/)?dist/',
    '<rootDir>/\\.data/',
    '<rootDir>/\\.cache/',
    '/tests/architecture/examples/',
  ],
};

const node = (displayName, testMatch, more = {}) => ({
  ...shared,
  displayName,
  testEnvironment: 'node',
  testMatch: testMatch.map((glob) => `<rootDir>/${glob}`),
  ...more,
});

const withStores = {
  globalSetup: `${kit}/start-stores.mjs`,
  globalTeardown: `${kit}/stop-stores.mjs`,
};

const withOnePortal = {
  globalSetup: `${kit}/start-portal.mjs`,
  globalTeardown: `${kit}/stop-portal.mjs`,
};

const withAPortal = { setupFilesAfterEnv: [`${kit}/patience-for-a-portal.mjs`] };

export default {
  projects: [
    node('unit', [
      '{packages,infra}/*/src/**/*.test.ts',
      '{svc-*,shell,mf-*,hall-scanner,bench}/{src,server}/**/*.test.ts',
      'infra/*/*.test.ts',
      'tests/{architecture,conformance}/*.test.ts',
    ]),
    {
      ...shared,
      displayName: 'web',
      testEnvironment: `${kit}/web-environment.mjs`,
      setupFilesAfterEnv: [...shared.setupFilesAfterEnv, `${kit}/patience-in-a-page.mjs`],
      testMatch: ['<rootDir>/{packages/*,shell,mf-*}/src/**/*.test.tsx'],
      moduleNameMapper: {
        '\\.(css|svg|png|jpe?g|woff2)$': `${kit}/asset.mjs`,
        // Its package names the browser's part in a way that bundlers alone understand.
        '^tus-js-client$': '<rootDir>/node_modules/tus-js-client/lib.es5/browser/index.js',
      },
    },
    node('manifests', ['tests/manifests/*.test.ts']),
    node('integration', ['{svc-*,shell,packages/*,infra/*}/test/**/*.test.ts'], withStores),
    node('new-slice', ['infra/new-slice/checks/*.test.ts'], withStores),
    node('e2e', ['tests/e2e/**/*.test.ts'], { ...withAPortal, ...withOnePortal }),
    node('load', ['tests/load/**/*.test.ts'], { ...withAPortal, ...withStores }),
    node('containers', ['tests/containers/**/*.test.ts'], withAPortal),
    node('chaos', ['tests/chaos/**/*.test.ts'], withAPortal),
  ],
};
