import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ROOT } from '../stages/stage.ts';
import { runStep } from './run-step.ts';

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
export async function buildInIsolation({ slice, patterns }: BuildOptions): Promise<void> {
  // Outside the checkout, so that module resolution does not find it in a parent folder.
  const scratch = await mkdtemp(join(tmpdir(), 'alone-'));
  const cwd = join(scratch, slice);
  const packages = join(scratch, 'packages');
  const npm = (...args: string[]) => ({ program: 'npm', args: ['--loglevel=error', ...args], cwd });
  try {
    await cp(join(ROOT, slice), cwd, { recursive: true, filter: isSource });
    await runStep('packages', {
      program: process.execPath,
      args: ['--disable-warning=ExperimentalWarning', 'infra/local/packing/src/main.ts', packages, slice],
      cwd: ROOT,
    });
    const tarballs = (await readdir(packages)).map((file) => join(packages, file));
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
