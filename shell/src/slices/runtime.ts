import { toChunksGlobal, toFederationName } from '@archaka/platform/shell';
import {
  getInstance,
  type ModuleFederationRuntimePlugin,
  registerGlobalPlugins,
} from '@module-federation/enhanced/runtime';
import { listFirstFiles, type SliceRelease } from './registry.ts';

/** Milliseconds after which loading a slice's file counts as failed. */
const TIMEOUT_MS = 8000;

/** Allows only the files of slices that a release lists, with the hashes that it names. */
function createSliceIntegrity() {
  const integrity = new Map<string, string>();
  const getHash = (url: string): string => {
    const hash = integrity.get(url);
    if (!hash) throw new Error(`Not in the slice registry: ${url}`);
    return hash;
  };
  const policy = globalThis.trustedTypes?.createPolicy('archaka-slices', {
    createScriptURL: (url) => getHash(url) && url,
  });

  const plugin: ModuleFederationRuntimePlugin = {
    name: 'slice-files',
    createScript({ url }) {
      const script = document.createElement('script');
      script.integrity = getHash(url);
      script.crossOrigin = 'anonymous';
      script.src = policy?.createScriptURL(url) ?? url;
      return { script, timeout: TIMEOUT_MS };
    },
  };

  /** @returns the absolute address of its entry script; its manifest is in the registry */
  function allowRelease({ entry, manifest, integrity: hashes }: SliceRelease): string {
    const toUrl = (file: string) => new URL(file, new URL(entry, location.origin)).href;
    for (const [file, hash] of Object.entries(hashes)) integrity.set(toUrl(file), hash);
    return toUrl(manifest.metaData.remoteEntry.name);
  }
  return { allowRelease, plugin };
}

/** The runtime caches a failed shared module: the next slice that needs it may succeed. */
const sharedModuleRecovery: ModuleFederationRuntimePlugin = {
  name: 'shared-module-recovery',
  errorLoadShare({ pkgName, shareScopeMap }) {
    for (const shared of Object.values(shareScopeMap.default?.[pkgName] ?? {}))
      if (!shared.loaded) shared.loading = null;
  },
};

export interface SliceRuntime {
  load: (name: string, release: SliceRelease) => Promise<unknown>;
  /** Fetches a slice's first files into the browser's cache, without running them. */
  prefetch: (release: SliceRelease) => void;
}

/**
 * A browser queues a second request behind a stalled first one, unless its address differs: this one is the
 * portal's own, which responds also when a CDN with the files fails.
 */
const toRetryEntry = (name: string, { entry, version }: SliceRelease, tryCount: number): string =>
  tryCount === 0 ? entry : `/slices/${name}/${version}-${tryCount}/mf-manifest.json`;

/** Loads a slice's exposed module through module federation, only by the files that the registry lists. */
export function createSliceRuntime(): SliceRuntime {
  const federation = getInstance();
  if (!federation) throw new Error('The federation runtime is missing');
  const { allowRelease, plugin } = createSliceIntegrity();
  federation.registerPlugins([plugin, sharedModuleRecovery]);
  // The slices' own runtimes request the shared modules.
  registerGlobalPlugins([sharedModuleRecovery]);

  const tries = new Map<string, number>();

  function register(name: string, release: SliceRelease): void {
    const tryCount = tries.get(name) ?? 0;
    tries.set(name, tryCount + 1);
    const entry = allowRelease({ ...release, entry: toRetryEntry(name, release, tryCount) });
    // An earlier version's chunks would be mistaken for this version's.
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
    prefetch: prefetchRelease,
  };
}

function prefetchRelease(release: SliceRelease): void {
  for (const { url } of listFirstFiles(release, location.origin)) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'prefetch', as: 'script', crossOrigin: 'anonymous' });
    link.href = url;
    document.head.append(link);
  }
}
