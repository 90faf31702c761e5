import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { type Asked, readAsked } from './asked.ts';
import { CannotMake } from './cannot-make.ts';
import { make } from './make.ts';

const checkout = join(import.meta.dirname, '../../..');
const contracts = 'packages/compatibility/src/commands/contracts.ts';

try {
  const asked = readAsked(process.argv.slice(2));
  const files = make(asked, checkout);
  run('the files were written, but not in the form biome gives them', 'node_modules/.bin/biome', [
    'check',
    '--write',
    '--no-errors-on-unmatched',
    ...files,
  ]);
  if (asked.kind === 'service') {
    run('the contracts with its call are not released', process.execPath, [contracts, 'release']);
  }
  run(`${asked.folder} was made, but is not installed`, 'npm', [
    'install',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  console.log(wordsFor(asked, files));
} catch (error) {
  if (!(error instanceof CannotMake)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** @throws CannotMake with these words when it fails */
function run(failed: string, command: string, args: string[]): void {
  const { status, error } = spawnSync(command, args, {
    cwd: checkout,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status === 0) return;
  throw new CannotMake(
    `${failed}: run ${basename(command)} ${args.join(' ')} yourself.${error ? ` ${error.message}` : ''}`,
  );
}

function wordsFor({ kind, folder, name }: Asked, files: string[]): string {
  const next =
    kind === 'remote'
      ? `Give it a place in a page: shell/src/pages/pages.tsx, as mf-history has one. Then: npm run dev -- ${folder}`
      : `Its calls are in packages/contracts/src/${name}. Its row for the README: ${name.toUpperCase()}_URL. Then: npm run dev -- ${folder}`;
  return [`Made ${folder}:`, ...files.map((file) => `  ${file}`), next].join('\n');
}
