import { nodeTests, withSharedWorkspaces } from './projects.mjs';

const stores = {
  ...withSharedWorkspaces,
  globalSetup: '@archaka/test-kit/jest/start-stores',
  globalTeardown: '@archaka/test-kit/jest/stop-stores',
};

/** The tests of a service, from its own folder; its integration tests have separate stores. */
export const serviceTests = (folder) => ({
  projects: [
    nodeTests({ folder, name: 'unit', files: ['src/**/*.test.ts'] }),
    nodeTests({ folder, name: 'integration', files: ['test/**/*.test.ts'], more: stores }),
  ],
});
