import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import type { SliceRelease } from './registry.ts';

/** How long a file of a slice may take before the slice counts as failed. */
const TIMEOUT_MS = 8000;

/** Lets only those files of slices run that a release lists, and only with the content it names. */
export function createSliceIntegrity() {
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
