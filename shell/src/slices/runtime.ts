import { toChunksGlobal, toFederationName } from '@archaka/platform/shell';
import { getInstance } from '@module-federation/enhanced/runtime';
import type { SliceRelease } from './registry.ts';
import { createSliceIntegrity } from './slice-integrity.ts';

export interface SliceRuntime {
  load: (name: string, release: SliceRelease) => Promise<unknown>;
  /** Brings a slice's first files into the browser's cache, without running them. */
  prefetch: (release: SliceRelease) => void;
}

/**
 * A browser lets a second request wait behind a first one that hangs, unless its address is another: the portal's own,
 * which answers also where the files come from a CDN that fails.
 */
const toRetryEntry = (name: string, { entry, version }: SliceRelease, tryCount: number): string =>
  tryCount === 0 ? entry : `/slices/${name}/${version}-${tryCount}/mf-manifest.json`;

/** Loads a slice's door through module federation, by the files the registry lists and no others. */
export function createSliceRuntime(): SliceRuntime {
  const federation = getInstance();
  if (!federation) throw new Error('The federation runtime is missing');
  const { allowRelease, plugin } = createSliceIntegrity();
  federation.registerPlugins([plugin]);

  const tries = new Map<string, number>();

  function register(name: string, release: SliceRelease): void {
    const tryCount = tries.get(name) ?? 0;
    tries.set(name, tryCount + 1);
    const entry = allowRelease({ ...release, entry: toRetryEntry(name, release, tryCount) });
    // What an earlier version has left there would be taken for this version's own chunks.
    Reflect.deleteProperty(globalThis, toChunksGlobal(name));
    const federationName = toFederationName(name);
    federation?.registerRemotes(
      [{ name: federationName, entryGlobalName: federationName, type: 'global', entry }],
      {
        force: tryCount > 0,
      },
    );
  }

  return {
    async load(name, release) {
      register(name, release);
      const module = await federation.loadRemote<{ default: unknown }>(`${toFederationName(name)}/app`);
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
