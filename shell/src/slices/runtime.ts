import { chunksGlobalOf, federationNameOf } from '@archaka/platform/shell';
import { getInstance } from '@module-federation/enhanced/runtime';
import { sliceFiles } from './files.ts';
import type { SliceRelease } from './registry.ts';

export interface SliceRuntime {
  load: (name: string, release: SliceRelease) => Promise<unknown>;
  /** Brings a slice's first files into the browser's cache, without running them. */
  prefetch: (release: SliceRelease) => void;
}

/**
 * A browser lets a second request wait behind a first one that hangs, unless its address is another: the portal's own,
 * which answers also where the files come from a CDN that fails.
 */
const entryOfTry = (name: string, { entry, version }: SliceRelease, tried: number): string =>
  tried === 0 ? entry : `/slices/${name}/${version}-${tried}/mf-manifest.json`;

/** Loads a slice's door through module federation, by the files the registry lists and no others. */
export function sliceRuntime(): SliceRuntime {
  const federation = getInstance();
  if (!federation) throw new Error('The federation runtime is missing');
  const { admit, plugin } = sliceFiles();
  federation.registerPlugins([plugin]);

  const tries = new Map<string, number>();

  function register(name: string, release: SliceRelease): void {
    const tried = tries.get(name) ?? 0;
    tries.set(name, tried + 1);
    const entry = admit({ ...release, entry: entryOfTry(name, release, tried) });
    // What an earlier version has left there would be taken for this version's own chunks.
    Reflect.deleteProperty(globalThis, chunksGlobalOf(name));
    const federationName = federationNameOf(name);
    federation?.registerRemotes(
      [{ name: federationName, entryGlobalName: federationName, type: 'global', entry }],
      {
        force: tried > 0,
      },
    );
  }

  return {
    async load(name, release) {
      register(name, release);
      const module = await federation.loadRemote<{ default: unknown }>(`${federationNameOf(name)}/app`);
      if (!module) throw new Error(`${name} has no door`);
      return module.default;
    },
    prefetch({ entry, manifest }) {
      const { metaData, exposes } = manifest;
      const files = [metaData.remoteEntry.name, ...exposes.flatMap(({ assets }) => assets.js.sync)];
      for (const file of files) {
        const link = document.createElement('link');
        Object.assign(link, { rel: 'prefetch', as: 'script', crossOrigin: 'anonymous' });
        link.href = new URL(file, new URL(entry, location.origin)).href;
        document.head.append(link);
      }
    },
  };
}
