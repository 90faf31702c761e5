import { basename, join } from 'node:path';
import type { ProgressReporter } from '../engine.ts';
import { aptInstall, hasApt } from './apt.ts';
import { writeAtomically } from './cache.ts';
import type { InstallMethod } from './install-methods.ts';
import { findOnPath } from './path.ts';
import { lastLine, run } from './run.ts';

/** A slow machine needs long to download and compile. */
const buildTimeoutMs = 1_800_000;

interface InstallContext {
  /** The folder of the program. */
  readonly cache: string;
  readonly env: NodeJS.ProcessEnv;
  readonly report: ProgressReporter;
}

export interface GoProgram extends InstallContext {
  /** Its name in messages, `Toxiproxy`. */
  readonly title: string;
  /** Its package without a version, `github.com/Shopify/toxiproxy/v2/cmd/server`. */
  readonly source: string;
  readonly version: string;
  /** Its file name in the cache. */
  readonly name: string;
}

/** The file name by `go install`: a last element such as `v5` is the module's major version, not a name. */
const toBinaryName = (source: string): string => basename(source.replace(/\/v\d+$/, ''));

/**
 * Builds a program from its module, as `cache/name`.
 * @returns its path
 * @throws Error when the build fails
 */
export async function goInstall(
  go: string,
  { title, source, version, name, cache, env, report }: GoProgram,
): Promise<string> {
  const packageSpec = `${source}@${version}`;
  report(`Building ${title} (go install ${packageSpec}) …`);
  return writeAtomically(cache, name, async (folder) => {
    const buildEnv = { ...env, GOBIN: folder, CGO_ENABLED: '0' };
    const result = await run(go, ['install', packageSpec], { env: buildEnv, timeoutMs: buildTimeoutMs });
    if (!result.ok) throw new Error(`go install of ${title} failed: ${lastLine(result.output)}.`);
    return join(folder, toBinaryName(source));
  });
}

/** Builds with the Go on the PATH, or with one that apt-get installs as root on Debian or Ubuntu. */
export function createGoInstallMethods(
  build: (go: string) => Promise<string>,
  { env, report }: Pick<InstallContext, 'env' | 'report'>,
): InstallMethod<string>[] {
  const buildWithGo = async () => {
    const go = findOnPath(['go'], env);
    return go === undefined ? undefined : build(go);
  };
  return [
    buildWithGo,
    async () => {
      if (findOnPath(['go'], env) !== undefined || !hasApt(env)) return undefined;
      await aptInstall('golang-go', { env, report });
      return buildWithGo();
    },
  ];
}
