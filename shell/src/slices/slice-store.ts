import { type Registry, registryOfPage, registryOfServer } from './registry.ts';
import type { SliceRuntime } from './runtime.ts';

export type SliceState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly door: unknown }
  | { readonly status: 'failed'; readonly error: Error };

interface Known {
  state: SliceState;
  version: string | undefined;
}

const loading: SliceState = { status: 'loading' };

/**
 * The slices of this page. Each is loaded once, however many places show it; a failed one is tried
 * again only when asked, then by the registry as it stands at that moment.
 */
export function createSliceStore(runtime: SliceRuntime) {
  const slices = new Map<string, Known>();
  const listeners = new Set<() => void>();
  let registry: Registry = registryOfPage();

  function put(name: string, known: Known): void {
    slices.set(name, known);
    for (const listener of listeners) listener();
  }

  async function load(name: string): Promise<void> {
    const release = registry[name];
    const version = release?.version;
    put(name, { state: loading, version });
    try {
      if (!release) throw new MissingSlice(name);
      put(name, { state: { status: 'ready', door: await runtime.load(name, release) }, version });
    } catch (error) {
      put(name, { state: { status: 'failed', error: asError(error) }, version });
    }
  }

  /** A slice that broke for a reason of its own would break again, or seem not to: only a new version helps it. */
  async function retry(name: string): Promise<void> {
    const before = slices.get(name);
    put(name, { state: loading, version: before?.version });
    const fresh = await registryOfServer().catch(() => registry);
    const newVersion = fresh[name]?.version !== before?.version;
    registry = fresh;
    const worthTrying = newVersion || before?.state.status !== 'failed' || isNetworkError(before.state.error);
    if (!worthTrying && before) return put(name, before);
    return load(name);
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stateOf: (name: string): SliceState => slices.get(name)?.state ?? loading,
    /** Starts loading what nobody has asked for yet. */
    want(name: string): void {
      if (!slices.has(name)) void load(name);
    },
    retry,
    /** Fetches the files of every slice that no page has asked for yet. */
    prefetchOthers(): void {
      for (const [name, release] of Object.entries(registry)) {
        if (!slices.has(name)) runtime.prefetch(release);
      }
    },
  };
}

export type SliceStore = ReturnType<typeof createSliceStore>;

class MissingSlice extends Error {
  override readonly name = 'MissingSlice';
  constructor(slice: string) {
    super(`${slice} is not in the slice registry`);
  }
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

function isNetworkError({ name, message }: Error): boolean {
  return (
    name === 'MissingSlice' ||
    name === 'ChunkLoadError' ||
    /ScriptNetworkError|Loading chunk|RUNTIME-003/.test(message)
  );
}
