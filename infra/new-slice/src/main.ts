import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { CommandError } from './command-error.ts';
import { type CommandOptions, parseOptions } from './options.ts';
import { scaffoldSlice } from './scaffold-slice.ts';

const root = join(import.meta.dirname, '../../..');
const contracts = 'packages/compatibility/src/commands/contracts.ts';

try {
  const options = parseOptions(process.argv.slice(2));
  const files = scaffoldSlice(options, root);
  run('the files were written, but biome did not format them', 'node_modules/.bin/biome', [
    'check',
    '--write',
    '--no-errors-on-unmatched',
    ...files.filter((file) => !file.endsWith('.md')),
  ]);
  if (options.kind === 'service') {
    run('the contracts with its call are not released', process.execPath, [contracts, 'release']);
  }
  run(`${options.folder} was created, but not installed`, 'npm', [
    'install',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  if (options.kind === 'service') {
    // After the installation, which links the packages that the new service imports.
    run('docs/configuration.md lacks its address', process.execPath, ['tests/configuration/write.ts']);
  }
  console.log(formatSummary(options, files));
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** @throws CommandError with this message when it fails */
function run(failure: string, command: string, args: string[]): void {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status === 0) return;
  throw new CommandError(
    `${failure}: run ${basename(command)} ${args.join(' ')}.${error ? ` ${error.message}` : ''}`,
  );
}

function formatSummary({ kind, folder, name }: CommandOptions, files: string[]): string {
  const nextStep =
    kind === 'remote'
      ? `Add it to a page in shell/src/pages/pages.tsx, as for mf-history. Then: npm run dev -- ${folder}`
      : `Its calls are in packages/contracts/src/${name}. Then: npm run dev -- ${folder}`;
  return [`Created ${folder}:`, ...files.map((file) => `  ${file}`), nextStep].join('\n');
}
