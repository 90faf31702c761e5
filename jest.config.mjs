import { nodeTests, webTests, withWords } from './packages/slice-config/jest/projects.mjs';

const folder = import.meta.dirname;
const kit = '<rootDir>/packages/test-kit/jest';

const node = (name, files, more = {}) => withWords(nodeTests({ folder, name, files, more }));

const withStores = {
  globalSetup: `${kit}/start-stores.mjs`,
  globalTeardown: `${kit}/stop-stores.mjs`,
};

const withOnePortal = {
  globalSetup: `${kit}/start-portal.mjs`,
  globalTeardown: `${kit}/stop-portal.mjs`,
};

const withAPortal = { setupFilesAfterEnv: [`${kit}/timeout-with-a-portal.mjs`] };

export default {
  projects: [
    node('unit', [
      '{packages,infra}/*/src/**/*.test.ts',
      '{svc-*,shell,mf-*,hall-scanner,bench}/{src,server}/**/*.test.ts',
      'infra/*/*.test.ts',
      'tests/{architecture,conformance,stages}/*.test.ts',
    ]),
    webTests({ folder, files: ['{packages/*,shell,mf-*}/src/**/*.test.tsx'] }),
    node('manifests', ['tests/manifests/*.test.ts']),
    node('integration', ['{svc-*,shell,packages/*,infra/*}/test/**/*.test.ts'], withStores),
    node('new-slice', ['infra/new-slice/checks/*.test.ts'], withStores),
    node('e2e', ['tests/e2e/**/*.test.ts'], { ...withAPortal, ...withOnePortal }),
    node('load', ['tests/load/**/*.test.ts'], { ...withAPortal, ...withStores }),
    node('abuse', ['tests/abuse/**/*.test.ts'], withAPortal),
    node('containers', ['tests/containers/**/*.test.ts'], withAPortal),
    node('hanging', ['tests/stages/fixtures/*.suite.ts']),
    node('chaos', ['tests/chaos/**/*.test.ts'], withAPortal),
  ],
};
