import { toChunksGlobal, toFederationName } from '@archaka/platform/shell';
import {
  getInstance,
  type ModuleFederationRuntimePlugin,
  registerGlobalPlugins,
} from '@module-federation/enhanced/runtime';
import { listFirstFiles, type SliceRelease } from './registry.ts';

/** How long a file of a slice may take before the slice counts as failed. */
const TIMEOUT_MS = 8000;

/** Lets only those files of slices run that a release lists, and only with the content it names. */
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

  /** @returns the whole address of the script it begins with; its manifest came with the registry */
  function allowRelease({ entry, manifest, integrity: hashes }: SliceRelease): string {
    const toUrl = (file: string) => new URL(file, new URL(entry, location.origin)).href;
    for (const [file, hash] of Object.entries(hashes)) integrity.set(toUrl(file), hash);
    return toUrl(manifest.metaData.remoteEntry.name);
  }
  return { allowRelease, plugin };
}

/** The runtime remembers a shared module that could not be loaded: the next slice that needs it may have more luck. */
const sharedModuleRecovery: ModuleFederationRuntimePlugin = {
  name: 'shared-module-recovery',
  errorLoadShare({ pkgName, shareScopeMap }) {
    for (const shared of Object.values(shareScopeMap.default?.[pkgName] ?? {}))
      if (!shared.loaded) shared.loading = null;
  },
};

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
  federation.registerPlugins([plugin, sharedModuleRecovery]);
  // The slices' own runtimes ask for what they share.
  registerGlobalPlugins([sharedModuleRecovery]);

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
