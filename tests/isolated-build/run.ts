import { globSync } from 'node:fs';
import { CommandError, type CommandLine, runCommandLine } from '@archaka/service-kit/command-line';
import { ROOT } from '../stages/stage.ts';
import { buildInIsolation } from './build-in-isolation.ts';

interface Options {
  readonly slice: string;
  readonly patterns: string[];
}

const slices = globSync('{mf,svc}-*', { cwd: ROOT }).toSorted();

function parseSlice(slice: string): string {
  if (slices.includes(slice)) return slice;
  throw new CommandError(`slices are ${slices.join(', ')}`);
}

const commandLine: CommandLine<Options> = {
  name: 'alone',
  description: 'Builds and tests a slice with the rest of the repository absent.',
  examples: ['mf-history', 'svc-payment test/held-refund'],
  define: (program, choose) => {
    program
      .argument('<slice>', 'name of the slice', parseSlice)
      .argument('[tests...]', 'parts of paths of test files, instead of all')
      .action((slice, patterns) => choose({ slice, patterns }));
  },
};

await runCommandLine(commandLine, async (options) => {
  await buildInIsolation(options).catch((error: Error) => {
    throw new CommandError(error.message);
  });
  console.log(`${options.slice} was built and tested alone.`);
  return 0;
});
