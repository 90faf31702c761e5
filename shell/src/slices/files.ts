import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import type { SliceRelease } from './registry.ts';

/** How long a file of a slice may take before the slice counts as failed. */
const timeoutMs = 8000;

/** Lets only those files of slices run that a release lists, and only with the content it names. */
export function sliceFiles() {
  const integrity = new Map<string, string>();
  const hashOf = (url: string): string => {
    const hash = integrity.get(url);
    if (!hash) throw new Error(`Not in the slice registry: ${url}`);
    return hash;
  };
  const policy = globalThis.trustedTypes?.createPolicy('archaka-slices', {
    createScriptURL: (url) => hashOf(url) && url,
  });

  const plugin: ModuleFederationRuntimePlugin = {
    name: 'slice-files',
    createScript({ url }) {
      const script = document.createElement('script');
      script.integrity = hashOf(url);
      script.crossOrigin = 'anonymous';
      script.src = policy?.createScriptURL(url) ?? url;
      return { script, timeout: timeoutMs };
    },
  };

  /** @returns the whole address of the script it begins with; its manifest came with the registry */
  function admit({ entry, manifest, integrity: hashes }: SliceRelease): string {
    const beside = (file: string) => new URL(file, new URL(entry, location.origin)).href;
    for (const [file, hash] of Object.entries(hashes)) integrity.set(beside(file), hash);
    return beside(manifest.metaData.remoteEntry.name);
  }
  return { admit, plugin };
}
