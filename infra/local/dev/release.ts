import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BuildResult, WatchedBuild } from './watch-build.ts';

/** The content of the portal's `/slices.json`, as far as dev mode reads it. */
export interface Registry {
  readonly slices: Readonly<Record<string, object>>;
}

/**
 * The registry with what is worked on in place of what is deployed. The shell checks a script's hash here as it
 * does everywhere, so each page gets those of the last build. A slice without a build stays as deployed.
 */
export async function replaceWithBuilds(
  registry: Registry,
  builds: readonly WatchedBuild[],
): Promise<Registry> {
  const slices: Record<string, object> = { ...registry.slices };
  for (const build of builds) {
    const built = await build.latest();
    if (built.scripts.length === 0) continue;
    slices[build.name] = { ...slices[build.name], ...(await toRelease(build, built)) };
  }
  return { ...registry, slices };
}

/** Hot updates replace a build; a new version would make the shell load the slice a second time. */
const VERSION = 'development';

async function toRelease({ name, dist }: WatchedBuild, { scripts }: BuildResult) {
  const read = (file: string) => readFile(path.join(dist, file));
  const integrity = await Promise.all(scripts.map(async (file) => [file, sha384(await read(file))] as const));
  return {
    version: VERSION,
    entry: `/slices/${name}/${VERSION}/mf-manifest.json`,
    manifest: JSON.parse((await read('mf-manifest.json')).toString()) as object,
    integrity: Object.fromEntries(integrity),
  };
}

const sha384 = (content: Buffer) => `sha384-${createHash('sha384').update(content).digest('base64')}`;
