import { toast } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { fetchRegistry, type Registry, readInitialRegistry, type SliceRelease } from './registry.ts';
import { createErrorReporter, type SliceErrorKind } from './report-error.ts';
import type { SliceRuntime } from './runtime.ts';
import { createSliceEntries, type SliceState } from './slice-entries.ts';
import { createSliceRecovery, type RecoveryOptions } from './slice-recovery.ts';

class MissingSlice extends Error {
  override readonly name = 'MissingSlice';
  constructor(slice: string) {
    super(`${slice} is not in the slice registry`);
  }
}

/** @param defaultKind kind of an error that the slice itself throws */
function classifyError({ name, message }: Error, defaultKind: 'unusable' | 'threw'): SliceErrorKind {
  if (name === 'MissingSlice') return 'missing';
  const isNetworkError =
    name === 'ChunkLoadError' || /ScriptNetworkError|Loading chunk|RUNTIME-003/.test(message);
  return isNetworkError ? 'unreachable' : defaultKind;
}

interface Failure {
  readonly error: unknown;
  readonly version: string | undefined;
  readonly defaultKind: 'unusable' | 'threw';
}

const loading: SliceState = { status: 'loading' };
const restored = msg`A part of this page is back`;

/** A slice that throws would fail again, or only seem not to: only a new version helps. */
const permanentKinds: readonly (SliceErrorKind | undefined)[] = ['unusable', 'threw'];

interface LoadingOptions {
  readonly runtime: SliceRuntime;
  readonly entries: ReturnType<typeof createSliceEntries>;
  readonly onFailed: (name: string) => void;
}

function createSliceLoading({ runtime, entries, onFailed }: LoadingOptions) {
  const report = createErrorReporter();

  async function load(name: string, release: SliceRelease | undefined): Promise<boolean> {
    const version = release?.version;
    try {
      if (!release) throw new MissingSlice(name);
      entries.set(name, {
        state: { status: 'ready', exposedModule: await runtime.load(name, release) },
        version,
      });
      return true;
    } catch (error) {
      fail(name, { error, version, defaultKind: 'unusable' });
      return false;
    }
  }

  /** Working places stay; the others show the failure until it is loaded. */
  function fail(name: string, { error, version, defaultKind }: Failure): void {
    const cause = error instanceof Error ? error : new Error(String(error));
    const errorKind = classifyError(cause, defaultKind);
    const previous = entries.find(name)?.state;
    entries.set(name, {
      state: previous?.status === 'ready' ? previous : { status: 'failed' },
      version,
      errorKind,
    });
    report({ slice: name, version, kind: errorKind, error: cause.name });
    onFailed(name);
  }

  return { load, fail };
}

/**
 * The slices of this page. Each is loaded once for all places. A failed one is retried automatically and on
 * request with the current registry; its places stay unchanged until it is loaded.
 */
export function createSliceLoader(runtime: SliceRuntime) {
  const entries = createSliceEntries();
  const recovery = createSliceRecovery(tryOnce);
  const { load, fail } = createSliceLoading({ runtime, entries, onFailed: recovery.retryUntilReady });
  let registry: Registry = readInitialRegistry();

  async function tryOnce(name: string, { isManual }: RecoveryOptions): Promise<boolean> {
    const previous = entries.find(name);
    if (previous?.errorKind === undefined) return true;
    registry = await fetchRegistry().catch(() => registry);
    const isNewVersion = registry[name]?.version !== previous.version;
    // A place may have failed for a reason that is resolved by now.
    const mayRecover = isManual && previous.errorKind === 'threw';
    if (!isNewVersion && !mayRecover && permanentKinds.includes(previous.errorKind)) return false;
    const isLoaded = await load(name, registry[name]);
    if (isLoaded) toast(restored, { tone: 'success', ms: 4000 });
    return isLoaded;
  }

  return {
    subscribe: entries.subscribe,
    getState: (name: string): SliceState => entries.find(name)?.state ?? loading,
    ensureLoaded(name: string): void {
      if (entries.has(name)) return;
      entries.set(name, { state: loading, version: undefined });
      void load(name, registry[name]);
    },
    /** A place of the slice threw while it was shown. */
    reportBroken: (name: string, error: unknown): void =>
      fail(name, { error, version: entries.find(name)?.version, defaultKind: 'threw' }),
    retry: (name: string): Promise<unknown> => recovery.recover(name, { isManual: true }),
    prefetchOthers(): void {
      for (const [name, release] of Object.entries(registry)) {
        if (!entries.has(name)) runtime.prefetch(release);
      }
    },
  };
}

export type SliceLoader = ReturnType<typeof createSliceLoader>;
