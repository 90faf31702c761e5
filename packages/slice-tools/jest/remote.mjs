import { nodeTests, webTests, withCatalogs } from './projects.mjs';

/** The tests of a remote, from its own folder. */
export const remoteTests = (folder) => ({
  projects: [
    withCatalogs(nodeTests({ folder, name: 'unit', files: ['src/**/*.test.ts'] })),
    webTests({ folder, files: ['src/**/*.test.tsx'] }),
  ],
});
