import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { EngineMissing, type ProgressReporter } from '../engine.ts';

/**
 * Tries ways to find or install an engine in order and reports each failure before the next.
 * @param methods each returns undefined when it does not apply here, and throws when it failed
 * @throws EngineMissing with the last failure and the manual installation
 */
export async function tryInOrder<T>(
  methods: readonly (() => Promise<T | undefined>)[],
  { report, manualInstructions }: { report: ProgressReporter; manualInstructions: string },
): Promise<T> {
  const failures: string[] = [];
  for (const method of methods) {
    try {
      const found = await method();
      if (found !== undefined) return found;
    } catch (error) {
      failures.push((error as Error).message);
      report(failures.at(-1) ?? '');
    }
  }
  throw new EngineMissing([failures.at(-1), manualInstructions].filter(Boolean).join(' '));
}

export function reportToStderr(line: string) {
  process.stderr.write(`${line}\n`);
}

/** The first of these commands that is on the PATH, as a path. */
export function findOnPath(names: string[], env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

export interface RunResult {
  ok: boolean;
  stdout: string;
  /** stdout and stderr, for the search for causes. */
  output: string;
}

/** Runs a command to its end; never throws. */
export function run(
  command: string,
  args: string[],
  { env, timeoutMs, cwd }: { env: NodeJS.ProcessEnv; timeoutMs: number; cwd?: string },
): Promise<RunResult> {
  return new Promise((resolve) => {
    const options = { env, cwd, timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 64e6 } as const;
    const child = execFile(command, args, options, (error, stdout, stderr) => {
      resolve({ ok: error === null, stdout, output: `${stdout}${stderr}` });
    });
    child.stdin?.end();
  });
}

/** The last non-empty line of an output. */
export function lastLine(output: string): string {
  return output.trim().split('\n').at(-1)?.trim() || 'no output';
}

/** Whether a server responds within 5 s; a machine without network access must not wait for a download. */
export async function isReachable(url: string): Promise<boolean> {
  try {
    await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(5000), redirect: 'manual' });
    return true;
  } catch {
    return false;
  }
}

/** The folder of downloaded engines: ENGINE_CACHE, by default `.cache/engines` in the checkout. */
export function getCacheFolder(env: NodeJS.ProcessEnv): string {
  return resolve(env.ENGINE_CACHE || join(import.meta.dirname, '../../../../../.cache/engines'));
}

/**
 * Creates a file in a temporary folder and moves it to `cache/name` only when it is complete, so that a truncated
 * download never looks like a finished one. A folder that another process has completed meanwhile stays.
 * @param create creates the file inside the folder and returns its path
 */
export async function writeAtomically(
  cache: string,
  name: string,
  create: (folder: string) => Promise<string>,
): Promise<string> {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, `${name}.part-`));
  try {
    await rename(await create(folder), join(cache, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return join(cache, name);
}

/** Returns the path if its program runs. */
export async function findRunnable(
  path: string | undefined,
  env: NodeJS.ProcessEnv,
  versionOption = '--version',
): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const { ok } = await run(path, [versionOption], { env, timeoutMs: 30_000 });
  return ok ? path : undefined;
}
