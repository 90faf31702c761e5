import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type BareMachine = Awaited<ReturnType<typeof createBareMachine>>;

/** A PATH with only the test's own programs, and an empty cache. */
export async function createBareMachine() {
  const folder = await mkdtemp(join(tmpdir(), 'engines-'));
  const [bin, cache] = [join(folder, 'bin'), join(folder, 'cache')];
  await Promise.all([mkdir(bin), mkdir(cache)]);
  const reported: string[] = [];
  return {
    bin,
    cache,
    reported,
    report: (line: string) => void reported.push(line),
    env: { PATH: bin, ENGINE_CACHE: cache },
    /** @param path - within `bin` or `cache`; @param script - for the shell */
    installProgram: (path: string, script: string) =>
      writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 }),
  };
}
