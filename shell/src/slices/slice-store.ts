import { toast, tryAgain } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { faultKind, MissingSlice } from './fault-kind.ts';
import { type Registry, registryOfPage, registryOfServer } from './registry.ts';
import { type FaultKind, faultReports } from './report-fault.ts';
import type { SliceRuntime } from './runtime.ts';

export type SliceState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly door: unknown }
  | { readonly status: 'failed' };

interface Known {
  state: SliceState;
  version: string | undefined;
  /** Why it could not be loaded, or one of its places broke. */
  fault?: FaultKind;
}

interface Failure {
  readonly error: unknown;
  /** Of the build that failed. */
  readonly version: string | undefined;
  readonly otherwise: 'unusable' | 'threw';
}

const loading: SliceState = { status: 'loading' };
const back = msg`A part of this page is back`;

/** Of its own reasons a slice would break again, or seem not to: only a new version helps it. */
const ownReasons: readonly (FaultKind | undefined)[] = ['unusable', 'threw'];

/**
 * The slices of this page. Each is loaded once, however many places show it. One that failed is tried again by itself
 * and when asked, by the registry as it stands then; its places stay as they are until it is there.
 */
export function createSliceStore(runtime: SliceRuntime) {
  const slices = new Map<string, Known>();
  const listeners = new Set<() => void>();
  const recovering = new Set<string>();
  const tries = new Map<string, Promise<boolean>>();
  const report = faultReports();
  let registry: Registry = registryOfPage();

  function put(name: string, known: Known): void {
    slices.set(name, known);
    for (const listener of listeners) listener();
  }

  async function load(name: string): Promise<boolean> {
    const release = registry[name];
    const version = release?.version;
    try {
      if (!release) throw new MissingSlice(name);
      put(name, { state: { status: 'ready', door: await runtime.load(name, release) }, version });
      return true;
    } catch (error) {
      fail(name, { error, version, otherwise: 'unusable' });
      return false;
    }
  }

  /** Places that show it go on; the others say that it failed, until it is there. */
  function fail(name: string, { error, version, otherwise }: Failure): void {
    const cause = error instanceof Error ? error : new Error(String(error));
    const fault = faultKind(cause, otherwise);
    const before = slices.get(name)?.state;
    put(name, { state: before?.status === 'ready' ? before : { status: 'failed' }, version, fault });
    report({ slice: name, version, kind: fault, error: cause.name });
    if (recovering.has(name)) return;
    recovering.add(name);
    tryAgain(() => recover(name, { asked: false }));
  }

  /** One try at a time, whoever asks for it. */
  function recover(name: string, how: { asked: boolean }): Promise<boolean> {
    const running = tries.get(name) ?? tryOnce(name, how).finally(() => tries.delete(name));
    tries.set(name, running);
    return running;
  }

  async function tryOnce(name: string, { asked }: { asked: boolean }): Promise<boolean> {
    const before = slices.get(name);
    if (before?.fault === undefined) return true;
    registry = await registryOfServer().catch(() => registry);
    const isNew = registry[name]?.version !== before.version;
    // A place that broke may have met with what is over by now.
    const mayWork = asked && before.fault === 'threw';
    if (!isNew && !mayWork && ownReasons.includes(before.fault)) return false;
    const isBack = await load(name);
    if (isBack) {
      recovering.delete(name);
      toast(back, { tone: 'success', ms: 4000 });
    }
    return isBack;
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stateOf: (name: string): SliceState => slices.get(name)?.state ?? loading,
    /** Starts loading what nobody has asked for yet. */
    want(name: string): void {
      if (slices.has(name)) return;
      put(name, { state: loading, version: undefined });
      void load(name);
    },
    /** A place of the slice broke while it was shown. */
    broke: (name: string, error: unknown): void =>
      fail(name, { error, version: slices.get(name)?.version, otherwise: 'threw' }),
    retry: (name: string): Promise<unknown> => recover(name, { asked: true }),
    /** Fetches the files of every slice that no page has asked for yet. */
    prefetchOthers(): void {
      for (const [name, release] of Object.entries(registry)) {
        if (!slices.has(name)) runtime.prefetch(release);
      }
    },
  };
}

export type SliceStore = ReturnType<typeof createSliceStore>;
