import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ROOT } from '../stages/stage.ts';
import { runStep } from './run-step.ts';

interface BuildOptions {
  readonly slice: string;
  /** Of its tests, those whose paths hold one of these; all when there are none. */
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

/** Builds, checks and tests a slice in a folder that holds its own files and our packages as they are published. */
export async function buildInIsolation({ slice, patterns }: BuildOptions): Promise<void> {
  // Elsewhere, so that nothing of the checkout is found by looking upwards.
  const scratch = await mkdtemp(join(tmpdir(), 'alone-'));
  const cwd = join(scratch, slice);
  const packages = join(scratch, 'packages');
  const npm = (...args: string[]) => ({ program: 'npm', args: ['--loglevel=error', ...args], cwd });
  try {
    await cp(join(ROOT, slice), cwd, { recursive: true, filter: isSource });
    await runStep('packages', {
      program: process.execPath,
      args: ['--disable-warning=ExperimentalWarning', 'infra/packing/src/main.ts', packages, slice],
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
