import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { CommandError, runCommandLine } from '@archaka/service-kit/command-line';
import { commandLine, type NewSlice } from './options.ts';
import { scaffoldSlice } from './scaffold-slice.ts';

const root = join(import.meta.dirname, '../../../..');
const contracts = 'packages/slice-tools/src/contracts.ts';

await runCommandLine(commandLine, (options) => {
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
  return 0;
});

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

function formatSummary({ kind, folder, name }: NewSlice, files: string[]): string {
  const nextStep =
    kind === 'remote'
      ? `Add it to a page in shell/src/pages/pages.tsx, as for mf-history. Then: npm run dev -- ${folder}`
      : `Its calls are in packages/contracts/src/${name}. Then: npm run dev -- ${folder}`;
  return [`Created ${folder}:`, ...files.map((file) => `  ${file}`), nextStep].join('\n');
}
