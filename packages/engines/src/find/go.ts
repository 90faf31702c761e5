import { basename, join } from 'node:path';
import type { Tell } from '../engine.ts';
import { aptInstall, hasApt } from './apt.ts';
import { keepWhole } from './cache.ts';
import { onPath } from './path.ts';
import { lastLine, run } from './run.ts';
import type { Way } from './ways.ts';

/** A slow machine downloads and compiles for long. */
const patienceMs = 1_800_000;

interface Surroundings {
  /** Where the program is kept. */
  readonly cache: string;
  readonly env: NodeJS.ProcessEnv;
  readonly tell: Tell;
}

export interface GoProgram extends Surroundings {
  /** As messages say it, `Toxiproxy`. */
  readonly title: string;
  /** Its package without a version, `github.com/Shopify/toxiproxy/v2/cmd/server`. */
  readonly source: string;
  readonly version: string;
  /** What it is kept as. */
  readonly name: string;
}

/** What `go install` calls the program: a last element such as `v5` is the module's major version, not a name. */
const builtName = (source: string): string => basename(source.replace(/\/v\d+$/, ''));

/**
 * Builds a program from its module, kept as `cache/name`.
 * @returns its path
 * @throws Error when the build fails
 */
export async function goInstall(
  go: string,
  { title, source, version, name, cache, env, tell }: GoProgram,
): Promise<string> {
  const wanted = `${source}@${version}`;
  tell(`Building ${title} (go install ${wanted}) …`);
  return keepWhole(cache, name, async (folder) => {
    const building = { ...env, GOBIN: folder, CGO_ENABLED: '0' };
    const built = await run(go, ['install', wanted], { env: building, timeoutMs: patienceMs });
    if (!built.ok) throw new Error(`go install of ${title} failed: ${lastLine(built.output)}.`);
    return join(folder, builtName(source));
  });
}

/** Two ways to build something: with the Go on the PATH, or with one that apt-get installs as root on Debian or Ubuntu. */
export function waysWithGo(
  build: (go: string) => Promise<string>,
  { env, tell }: Pick<Surroundings, 'env' | 'tell'>,
): Way<string>[] {
  const withGo = async () => {
    const go = onPath(['go'], env);
    return go === undefined ? undefined : build(go);
  };
  return [
    withGo,
    async () => {
      if (onPath(['go'], env) !== undefined || !hasApt(env)) return undefined;
      await aptInstall('golang-go', { env, tell });
      return withGo();
    },
  ];
}
