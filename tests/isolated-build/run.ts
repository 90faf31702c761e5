import { globSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { CommandError, type CommandLine, runCommandLine } from '@archaka/service-kit/command-line';
import { pack } from '../../infra/local/packing/src/pack.ts';
import { findRequiredWorkspaces, readWorkspaces } from '../../infra/local/packing/src/workspaces.ts';
import { createInterruption, runCommand } from '../stages/command.ts';
import { ROOT } from '../stages/stage.ts';

interface Step {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/**
 * Runs one step to its end and reports its duration.
 * @throws Error when it fails
 */
async function runStep(name: string, { program, args, cwd }: Step): Promise<void> {
  console.log(`\n── ${name}`);
  const signal = createInterruption();
  const { code, seconds } = await runCommand({
    program,
    args,
    cwd,
    env: createEnvironmentVariables(),
    print: (text) => process.stdout.write(text),
    signal,
  });
  if (code !== 0) throw new Error(`${name} failed.`);
  console.log(`ok      ${name.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s`);
}

/** Exposes only Node and the installed engines of the checkout. */
function createEnvironmentVariables(): Record<string, string> {
  const foldersOutside = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(ROOT));
  return {
    PATH: [dirname(process.execPath), ...foldersOutside].join(delimiter),
    ENGINE_CACHE: process.env.ENGINE_CACHE || join(ROOT, '.cache/engines'),
  };
}

interface BuildOptions {
  readonly slice: string;
  /** Path parts that select tests; default: all tests. */
  readonly patterns: readonly string[];
}

const installArgs = [
  'install',
  '--no-save',
  '--no-audit',
  '--no-fund',
  '--ignore-scripts',
  '--prefer-offline',
];

/** Builds, checks and tests a slice in a folder with its own files and our published packages. */
async function buildInIsolation({ slice, patterns }: BuildOptions): Promise<void> {
  // Outside the checkout, so that module resolution does not find it in a parent folder.
  const scratch = await mkdtemp(join(tmpdir(), 'alone-'));
  const cwd = join(scratch, slice);
  const packages = join(scratch, 'packages');
  const npm = (...args: string[]) => ({ program: 'npm', args: ['--loglevel=error', ...args], cwd });
  try {
    await cp(join(ROOT, slice), cwd, { recursive: true, filter: isSource });
    console.log('\n── packages');
    const tarballs = await pack(findRequiredWorkspaces(slice, readWorkspaces()), packages);
    await runStep('install', npm(...installArgs, ...tarballs));
    for (const script of await readScripts(cwd)) await runStep(script, npm('run', '--silent', script));
    await runStep('test', npm('run', '--silent', 'test', '--', ...patterns));
  } finally {
    await rm(scratch, { recursive: true });
  }
}

const isSource = (path: string): boolean => !['node_modules', 'dist'].includes(basename(path));

/** A service is not built. */
async function readScripts(folder: string): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return ['types', 'build'].filter((name) => name in scripts);
}

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
