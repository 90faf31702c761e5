import type { ProgressReporter } from '../engine.ts';
import { aptInstall, hasApt } from '../find/apt.ts';
import { run } from '../find/run.ts';

const packageByLibrary: Record<string, string> = {
  'libcurl.so.4': 'libcurl4',
  'libssl.so.3': 'libssl3',
  'libcrypto.so.3': 'libssl3',
  'liblzma.so.5': 'liblzma5',
};

/**
 * Runs a downloaded mongod once; installs missing shared libraries if possible.
 * @throws Error if it is damaged or lacks libraries
 */
export async function checkMongod(
  mongod: string,
  { env, report }: { env: NodeJS.ProcessEnv; report: ProgressReporter },
) {
  const installed = new Set<string>();
  for (;;) {
    const { ok, output } = await run(mongod, ['--version'], { env, timeoutMs: 30_000 });
    if (ok) return;
    const library = /shared libraries: (\S+):/.exec(output)?.[1];
    if (library === undefined) {
      throw new Error(
        'The downloaded mongod is broken (its download is incomplete, or it is for another system).',
      );
    }
    const name = packageByLibrary[library] ?? library;
    if (installed.has(name) || !hasApt(env)) {
      throw new Error(
        `The downloaded mongod needs ${library}: install it (Debian: apt-get install ${name}).`,
      );
    }
    await aptInstall(name, { env, report });
    installed.add(name);
  }
}
