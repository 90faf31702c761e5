import { resolve } from 'node:path';
import { CommandError, type CommandLine, runCommandLine } from '@archaka/service-kit/command-line';
import { pack } from './pack.ts';
import { findRequiredWorkspaces, readWorkspaces } from './workspaces.ts';

interface Options {
  readonly folder: string;
  readonly slice: string;
}

const workspaces = readWorkspaces();

function parseSlice(slice: string): string {
  if (workspaces.has(slice)) return slice;
  throw new CommandError(`there is no slice ${slice}`);
}

const commandLine: CommandLine<Options> = {
  name: 'pack',
  description: 'Packs all of our packages that the build and tests of a slice need.',
  examples: ['/tmp/packages mf-history'],
  define: (program, choose) => {
    program
      .argument('<folder>', 'folder of the packages')
      .argument('<slice>', 'name of the slice, such as mf-history', parseSlice)
      .action((folder, slice) => choose({ folder, slice }));
  },
};

await runCommandLine(commandLine, async ({ folder, slice }) => {
  for (const file of await pack(findRequiredWorkspaces(slice, workspaces), resolve(folder)))
    console.log(file);
  return 0;
});
