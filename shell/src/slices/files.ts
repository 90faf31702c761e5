import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import type { SliceRelease } from './registry.ts';

/** How long a file of a slice may take before the slice counts as failed. */
const timeoutMs = 8000;

/** Lets only those files of slices run that a release lists, and only with the content it names. */
export function sliceFiles() {
  const integrity = new Map<string, string>();
  const manifests = new Map<string, unknown>();
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
    // The manifests came with the registry: none is fetched.
    fetch: (url) => {
      const manifest = manifests.get(url);
      return Promise.resolve(manifest ? Response.json(manifest) : Response.error());
    },
  };

  /** @returns the manifest's whole address */
  function admit({ entry, manifest, integrity: hashes }: SliceRelease): string {
    const url = new URL(entry, location.origin).href;
    manifests.set(url, manifest);
    for (const [file, hash] of Object.entries(hashes)) integrity.set(new URL(file, url).href, hash);
    return url;
  }
  return { admit, plugin };
}
