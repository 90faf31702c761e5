import { run } from '../find/run.ts';

/** Returns the path if its browser runs. */
export async function findRunnable(
  path: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const { ok } = await run(path, ['--version'], { env, timeoutMs: 30_000 });
  return ok ? path : undefined;
}
