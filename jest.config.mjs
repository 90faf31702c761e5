import {
  nodeTests,
  webTests,
  withCatalogs,
  withSharedWorkspaces,
} from './packages/slice-tools/jest/projects.mjs';

const folder = import.meta.dirname;
const testKit = '<rootDir>/infra/test-kit/jest';

const nodeProject = (name, files, more = {}) => withCatalogs(nodeTests({ folder, name, files, more }));

const withStores = {
  globalSetup: `${testKit}/start-stores.mjs`,
  globalTeardown: `${testKit}/stop-stores.mjs`,
};

const withPortalAndBrowsers = {
  globalSetup: '<rootDir>/tests/e2e/run/start.mjs',
  globalTeardown: '<rootDir>/tests/e2e/run/stop.mjs',
};

const withPortalTimeout = { setupFilesAfterEnv: [`${testKit}/portal-timeout.mjs`] };

export default {
  projects: [
    nodeProject('unit', [
      '{packages,infra}/*/src/**/*.test.ts',
      'packages/contracts/check/**/*.test.ts',
      'infra/local/{dev,engines/src,new-slice/src,packing}/**/*.test.ts',
      '{svc-*,shell,mf-*,hall-scanner}/{src,server}/**/*.test.ts',
      'tests/{architecture,conformance,stages}/*.test.ts',
    ]),
    webTests({ folder, files: ['{packages/*,shell,mf-*}/src/**/*.test.tsx'] }),
    nodeProject('states', ['tests/states/*.test.ts']),
    nodeProject('manifests', ['tests/manifests/*.test.ts']),
    nodeProject('integration', ['{svc-*,shell,packages/*,infra/*,infra/local/engines}/test/**/*.test.ts'], {
      ...withStores,
      ...withSharedWorkspaces,
    }),
    nodeProject('recipes', ['infra/local/new-slice/checks/*.test.ts']),
    nodeProject('new-slice-alone', ['infra/local/new-slice/checks/alone/*.test.ts'], withStores),
    nodeProject('e2e', ['tests/e2e/**/*.test.ts'], { ...withPortalTimeout, ...withPortalAndBrowsers }),
    nodeProject('load', ['tests/load/**/*.test.ts'], { ...withPortalTimeout, ...withStores }),
    nodeProject('abuse', ['tests/abuse/**/*.test.ts'], withPortalTimeout),
    nodeProject('containers', ['tests/containers/**/*.test.ts'], withPortalTimeout),
    nodeProject('cluster', ['tests/cluster/**/*.test.ts'], withPortalTimeout),
    nodeProject('hanging', ['tests/stages/fixtures/*.suite.ts']),
    nodeProject('chaos', ['tests/chaos/**/*.test.ts'], withPortalTimeout),
  ],
};
