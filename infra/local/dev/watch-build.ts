import { EventEmitter } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { toDevelopmentConfig } from '@archaka/slice-tools/development';
import { type Configuration, rspack, type Stats } from '@rspack/core';

export interface BuildResult {
  /** Changes with every change of the bundle. */
  readonly hash: string;
  /** The names of its scripts, updates aside. */
  readonly scripts: readonly string[];
  /** Rspack's error messages about the sources. */
  readonly errors?: string;
  readonly ms: number;
}

/** A bundle that is rebuilt after each change of its sources. */
export interface WatchedBuild {
  /** The workspace's. */
  readonly name: string;
  /** Folder of its workspace. */
  readonly workspace: string;
  /** Folder of its files. */
  readonly dist: string;
  /** Resolves with the current build once no build is running. */
  readonly latest: () => Promise<BuildResult>;
  readonly events: EventEmitter<{ built: [BuildResult] }>;
  readonly close: () => Promise<void>;
}

/** Builds a workspace by its own rspack.config.ts, adapted for development, and rebuilds it on changes. */
export async function watchBuild(workspace: string, builds: string): Promise<WatchedBuild> {
  const name = path.basename(workspace);
  const folder = path.join(builds, name);
  const dist = path.join(folder, 'dist');
  await rm(dist, { recursive: true, force: true });
  const compiler = rspack(toDevelopmentConfig(await loadConfig(workspace), { name, folder }));
  const events = new EventEmitter<{ built: [BuildResult] }>().setMaxListeners(0);

  let latest = Promise.withResolvers<BuildResult>();
  let building = true;
  compiler.hooks.invalid.tap('dev', () => {
    if (!building) latest = Promise.withResolvers();
    building = true;
  });
  const removeOutdated = createFileSweep(dist);
  compiler.watch({}, (error, stats) => {
    if (stats) removeOutdated(listFiles(stats));
    const built = stats ? toBuildResult(stats) : { hash: '', scripts: [], errors: String(error), ms: 0 };
    building = false;
    latest.resolve(built);
    events.emit('built', built);
  });
  return {
    name,
    workspace,
    dist,
    latest: () => latest.promise,
    events,
    close: () => new Promise((resolve) => compiler.close(() => resolve())),
  };
}

/** Of several, the first is the browser's. */
async function loadConfig(workspace: string): Promise<Configuration> {
  const file = pathToFileURL(path.join(workspace, 'rspack.config.ts')).href;
  const { default: config } = (await import(file)) as { default: Configuration | [Configuration] };
  return Array.isArray(config) ? config[0] : config;
}

/** Builds whose files an open page may still request. */
const STORED_BUILDS = 20;

/** Removes the files of older builds from the folder. */
function createFileSweep(folder: string): (current: readonly string[]) => void {
  const builds: (readonly string[])[] = [];
  return (current) => {
    builds.push(current);
    const outdated = builds.length > STORED_BUILDS ? builds.shift() : [];
    const used = new Set(builds.flat());
    for (const file of outdated ?? []) {
      if (!used.has(file)) rm(path.join(folder, file), { force: true }).catch(() => undefined);
    }
  };
}

const listFiles = ({ compilation }: Stats): string[] => compilation.getAssets().map(({ name }) => name);

function toBuildResult(stats: Stats): BuildResult {
  const files = listFiles(stats);
  return {
    hash: stats.hash ?? '',
    scripts: files.filter((file) => file.endsWith('.js') && !file.includes('.hot-update.')),
    ms: (stats.endTime ?? 0) - (stats.startTime ?? 0),
    ...(stats.hasErrors() && { errors: stats.toString({ preset: 'errors-only', colors: false }) }),
  };
}
