import { nodeTests, webTests, withWords } from './projects.mjs';

/** The tests of a remote, from its own folder. */
export const remoteTests = (folder) => ({
  projects: [
    withWords(nodeTests({ folder, name: 'unit', files: ['src/**/*.test.ts'] })),
    webTests({ folder, files: ['src/**/*.test.tsx'] }),
  ],
});
