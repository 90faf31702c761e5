import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sources } from '../sources.ts';

const resolveModule = (name) => fileURLToPath(import.meta.resolve(name));
const timeout = resolveModule('./timeout.mjs');

const share = (...names) => ({ [`^(${names.join('|')})$`]: resolveModule('./shared/$1.cjs') });

/** Libraries that a process loads once for all its suites. */
const shared = share('jose', 'mongodb', 'mongoose', 'undici', 'zod', 'zod-openapi');

/** For suites that start real services and replace no module: their other large libraries, and workspaces. */
export const withSharedWorkspaces = {
  moduleNameMapper: {
    ...shared,
    ...share('pdfjs-dist/legacy/build/pdf.mjs', 'sharp'),
    ...share('@archaka/contracts/check', '@archaka/contracts', '@archaka/contracts/broker'),
    ...share('@archaka/contracts/key-ring', '@archaka/contracts/retention', '@archaka/engines'),
    ...share('@archaka/privacy-kit', '@archaka/service-kit/operators'),
    ...share('@archaka/service-kit', '@archaka/service-kit/server'),
    ...share('@archaka/test-kit', '@archaka/test-kit/timeouts'),
  },
};

/** Tests in Node. `folder`: absolute, the checkout's or a slice's; `files`: globs below it. */
export const nodeTests = ({ folder, name, files, more = {} }) => ({
  displayName: name,
  rootDir: folder,
  testEnvironment: resolveModule('./node-environment.mjs'),
  moduleNameMapper: shared,
  testMatch: files.map((glob) => `<rootDir>/${glob}`),
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.tsx?$': ['@swc/jest', { ...sources, sourceMaps: 'inline' }] },
  setupFilesAfterEnv: [timeout],
  modulePathIgnorePatterns: [
    '<rootDir>/(?!node_modules/)(.+/)?dist/',
    '<rootDir>/\\.data/',
    '<rootDir>/\\.cache/',
  ],
  ...more,
});

/** The same for tests that import catalogs. */
export const withCatalogs = (tests) => ({
  ...tests,
  extensionsToTreatAsEsm: [...tests.extensionsToTreatAsEsm, '.po'],
  transform: { ...tests.transform, '\\.po$': '@archaka/slice-tools/catalog-transform' },
  // The importing suite compiles a package's words.
  transformIgnorePatterns: ['/node_modules/.*(?<!\\.po)$'],
});

/** Tests of components in a browser-like environment. */
export const webTests = ({ folder, files }) =>
  withCatalogs(
    nodeTests({
      folder,
      name: 'web',
      files,
      more: {
        testEnvironment: resolveModule('./web-environment.mjs'),
        setupFilesAfterEnv: [resolveModule('./web-timeout.mjs')],
        moduleNameMapper: {
          '\\.(css|svg|png|jpe?g|woff2)$': resolveModule('./asset.mjs'),
          // Its package names the browser's part in a way that only bundlers understand.
          '^tus-js-client$': '<rootDir>/node_modules/tus-js-client/lib.es5/browser/index.js',
        },
      },
    }),
  );

const stores = {
  ...withSharedWorkspaces,
  globalSetup: '@archaka/test-kit/jest/start-stores',
  globalTeardown: '@archaka/test-kit/jest/stop-stores',
};

const folder = process.cwd();
const isService = JSON.parse(readFileSync('package.json', 'utf8')).name.startsWith('svc-');

/** Of the slice in whose folder jest runs; the integration tests of a service have separate stores. */
export default {
  projects: isService
    ? [
        nodeTests({ folder, name: 'unit', files: ['src/**/*.test.ts'] }),
        nodeTests({ folder, name: 'integration', files: ['test/**/*.test.ts'], more: stores }),
      ]
    : [
        withCatalogs(nodeTests({ folder, name: 'unit', files: ['src/**/*.test.ts'] })),
        webTests({ folder, files: ['src/**/*.test.tsx'] }),
      ],
};
