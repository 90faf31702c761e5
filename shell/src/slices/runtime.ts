import { getInstance } from '@module-federation/enhanced/runtime';
import { sliceFiles } from './files.ts';
import type { SliceRelease } from './registry.ts';

export interface SliceRuntime {
  load: (name: string, release: SliceRelease) => Promise<unknown>;
  /** Brings a slice's first files into the browser's cache, without running them. */
  prefetch: (release: SliceRelease) => void;
}

/** Loads a slice's door through module federation, by the files the registry lists and no others. */
export function sliceRuntime(): SliceRuntime {
  const federation = getInstance();
  if (!federation) throw new Error('The federation runtime is missing');
  const { admit, plugin } = sliceFiles();
  federation.registerPlugins([plugin]);

  function register(name: string, release: SliceRelease): string {
    admit(release);
    const remote = name.replaceAll('-', '_');
    const entry = new URL(release.entry, location.origin).href;
    federation?.registerRemotes([{ name: remote, entry }], { force: true });
    return remote;
  }

  return {
    async load(name, release) {
      const remote = register(name, release);
      const module = await federation.loadRemote<{ default: unknown }>(`${remote}/app`);
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
