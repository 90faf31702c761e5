import { toChunksGlobal, toFederationName } from '@archaka/platform/shell';
import {
  getInstance,
  type ModuleFederationRuntimePlugin,
  registerGlobalPlugins,
} from '@module-federation/enhanced/runtime';
import { listFirstFiles, type SliceRelease } from './registry.ts';

/** Milliseconds after which loading a slice's file counts as failed. */
const TIMEOUT_MS = 8000;

/** The runtime caches a failed shared module: the next slice that needs it may succeed. */
const sharedModuleRecovery: ModuleFederationRuntimePlugin = {
  name: 'shared-module-recovery',
  errorLoadShare({ pkgName, shareScopeMap }) {
    for (const shared of Object.values(shareScopeMap.default?.[pkgName] ?? {}))
      if (!shared.loaded) shared.loading = null;
  },
};

/**
 * A browser queues a second request behind a stalled first one, unless its address differs: this one is the
 * portal's own, which responds also when a CDN with the files fails.
 */
const toRetryEntry = (name: string, { entry, version }: SliceRelease, tryCount: number): string =>
  tryCount === 0 ? entry : `/slices/${name}/${version}-${tryCount}/mf-manifest.json`;

/** Loads slices' exposed modules by module federation: only files of the registry, with the hashes it names. */
export class SliceRuntime {
  readonly #federation = getInstance();
  /** By absolute address. */
  readonly #hashes = new Map<string, string>();
  readonly #tries = new Map<string, number>();
  readonly #policy = globalThis.trustedTypes?.createPolicy('archaka-slices', {
    createScriptURL: (url) => this.#getHash(url) && url,
  });

  constructor() {
    const sliceFiles: ModuleFederationRuntimePlugin = {
      name: 'slice-files',
      createScript: ({ url }) => ({ script: this.#createScript(url), timeout: TIMEOUT_MS }),
    };
    this.#federation?.registerPlugins([sliceFiles, sharedModuleRecovery]);
    // The slices' own runtimes request the shared modules.
    registerGlobalPlugins([sharedModuleRecovery]);
  }

  async load(name: string, release: SliceRelease): Promise<unknown> {
    this.#register(name, release);
    const address = `${toFederationName(name)}/app`;
    const module = await this.#federation?.loadRemote<{ default: unknown }>(address);
    if (!module) throw new Error(`${name} has no door`);
    return module.default;
  }

  /** Fetches a slice's first files into the browser's cache, without running them. */
  prefetch(release: SliceRelease): void {
    for (const { url } of listFirstFiles(release, location.origin)) {
      const link = document.createElement('link');
      const as = url.endsWith('.css') ? 'style' : 'script';
      Object.assign(link, { rel: 'prefetch', as, crossOrigin: 'anonymous', href: url });
      document.head.append(link);
    }
  }

  #register(name: string, release: SliceRelease): void {
    const tryCount = this.#tries.get(name) ?? 0;
    this.#tries.set(name, tryCount + 1);
    const base = new URL(toRetryEntry(name, release, tryCount), location.origin);
    const toUrl = (file: string) => new URL(file, base).href;
    for (const [file, hash] of Object.entries(release.integrity)) this.#hashes.set(toUrl(file), hash);
    // An earlier version's chunks would be mistaken for this version's.
    Reflect.deleteProperty(globalThis, toChunksGlobal(name));
    const federationName = toFederationName(name);
    const entry = toUrl(release.manifest.metaData.remoteEntry.name);
    this.#federation?.registerRemotes(
      [{ name: federationName, entryGlobalName: federationName, type: 'global', entry }],
      { force: tryCount > 0 },
    );
  }

  #createScript(url: string): HTMLScriptElement {
    const script = document.createElement('script');
    script.integrity = this.#getHash(url);
    script.crossOrigin = 'anonymous';
    script.src = this.#policy?.createScriptURL(url) ?? url;
    return script;
  }

  #getHash(url: string): string {
    const hash = this.#hashes.get(url);
    if (!hash) throw new Error(`Not in the slice registry: ${url}`);
    return hash;
  }
}
