import { toast, tryAgain } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { fetchRegistry, type Registry, readInitialRegistry, type SliceRelease } from './registry.ts';
import type { SliceRuntime } from './runtime.ts';

/** Kinds of failures that the shell's server counts (`server/slices/routes.ts`). */
type SliceErrorKind = 'missing' | 'unreachable' | 'unusable' | 'threw';

class MissingSlice extends Error {
  override readonly name = 'MissingSlice';
  constructor(slice: string) {
    super(`${slice} is not in the slice registry`);
  }
}

/** @param ownKind kind of an error of the slice itself: when it is loaded, or while it is shown */
function classifyError({ name, message }: Error, ownKind: 'unusable' | 'threw'): SliceErrorKind {
  if (name === 'MissingSlice') return 'missing';
  const isNetworkError =
    name === 'ChunkLoadError' || /ScriptNetworkError|Loading chunk|RUNTIME-003/.test(message);
  return isNetworkError ? 'unreachable' : ownKind;
}

export type SliceState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly exposedModule: unknown }
  | { readonly status: 'failed' };

interface SliceEntry {
  readonly state: SliceState;
  readonly version: string | undefined;
  /** Why it could not be loaded, or why one of its places threw. */
  readonly errorKind?: SliceErrorKind;
}

const loading: SliceState = { status: 'loading' };
const restored = msg`A part of this page is back`;

/** A slice that throws would fail again, or only seem not to: only a new version helps. */
const permanentKinds: readonly (SliceErrorKind | undefined)[] = ['unusable', 'threw'];

/**
 * The slices of this page. Each is loaded once for all places. A failed one is retried automatically and on
 * request with the current registry; its places stay unchanged until it is loaded.
 */
export class SliceLoader {
  readonly #runtime: Pick<SliceRuntime, 'load' | 'prefetch'>;
  #registry: Registry;
  readonly #entries = new Map<string, SliceEntry>();
  readonly #listeners = new Set<() => void>();
  /** Slices that are retried until they are loaded. */
  readonly #retrying = new Set<string>();
  /** The one attempt of each slice that is under way. */
  readonly #attempts = new Map<string, Promise<boolean>>();
  readonly #reports = new Set<string>();
  /** Slices of places that nobody sees yet. */
  readonly #waiting = new Set<string>();
  #isIdle = false;

  constructor(runtime: Pick<SliceRuntime, 'load' | 'prefetch'>, registry = readInitialRegistry()) {
    this.#runtime = runtime;
    this.#registry = registry;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  getState(name: string): SliceState {
    return this.#entries.get(name)?.state ?? loading;
  }

  ensureLoaded(name: string): void {
    if (this.#entries.has(name)) return;
    this.#set(name, { state: loading, version: undefined });
    void this.#load(name, this.#registry[name]);
  }

  /** For a place that nobody sees yet: the slice must not delay the others. */
  loadWhenIdle(name: string): void {
    if (this.#isIdle) this.ensureLoaded(name);
    else this.#waiting.add(name);
  }

  /** Called when the page is idle: loads what waits for it, and fetches the other slices' files. */
  loadOthers(): void {
    this.#isIdle = true;
    for (const name of this.#waiting) this.ensureLoaded(name);
    for (const [name, release] of Object.entries(this.#registry)) {
      if (!this.#entries.has(name)) this.#runtime.prefetch(release);
    }
  }

  /** A place of the slice threw while it was shown. */
  reportBroken(name: string, error: unknown): void {
    this.#fail(name, error, { version: this.#entries.get(name)?.version, ownKind: 'threw' });
  }

  /** @param isManual whether the user pressed Retry. @returns whether the slice is loaded */
  retry(name: string, { isManual = true } = {}): Promise<boolean> {
    const attempt =
      this.#attempts.get(name) ?? this.#reload(name, isManual).finally(() => this.#attempts.delete(name));
    this.#attempts.set(name, attempt);
    return attempt;
  }

  async #reload(name: string, isManual: boolean): Promise<boolean> {
    const previous = this.#entries.get(name);
    if (previous?.errorKind === undefined) return true;
    this.#registry = await fetchRegistry().catch(() => this.#registry);
    const isNewVersion = this.#registry[name]?.version !== previous.version;
    // A place may have failed for a reason that is resolved by now.
    const mayRecover = isManual && previous.errorKind === 'threw';
    if (!isNewVersion && !mayRecover && permanentKinds.includes(previous.errorKind)) return false;
    const isLoaded = await this.#load(name, this.#registry[name]);
    if (isLoaded) toast(restored, { tone: 'success', ms: 4000 });
    return isLoaded;
  }

  async #load(name: string, release: SliceRelease | undefined): Promise<boolean> {
    const version = release?.version;
    try {
      if (!release) throw new MissingSlice(name);
      const exposedModule = await this.#runtime.load(name, release);
      this.#set(name, { state: { status: 'ready', exposedModule }, version });
      this.#retrying.delete(name);
      return true;
    } catch (error) {
      this.#fail(name, error, { version, ownKind: 'unusable' });
      return false;
    }
  }

  /** Working places stay; the others show the failure until it is loaded. */
  #fail(
    name: string,
    error: unknown,
    { version, ownKind }: { version: string | undefined; ownKind: 'unusable' | 'threw' },
  ): void {
    const cause = error instanceof Error ? error : new Error(String(error));
    const errorKind = classifyError(cause, ownKind);
    const previous = this.getState(name);
    const state: SliceState = previous.status === 'ready' ? previous : { status: 'failed' };
    this.#set(name, { state, version, errorKind });
    // The name of its class, never its message, which may contain user input.
    this.#report({ slice: name, version, kind: errorKind, error: cause.name });
    if (this.#retrying.has(name)) return;
    this.#retrying.add(name);
    tryAgain(() => this.retry(name, { isManual: false }));
  }

  #set(name: string, entry: SliceEntry): void {
    this.#entries.set(name, entry);
    for (const listener of this.#listeners) listener();
  }

  /** Reports a failure of this page to the portal's log: each one once, without awaiting the response. */
  #report(failure: {
    slice: string;
    version: string | undefined;
    kind: SliceErrorKind;
    error: string;
  }): void {
    const key = JSON.stringify({ ...failure, error: undefined });
    if (this.#reports.has(key)) return;
    this.#reports.add(key);
    const body = JSON.stringify(failure);
    navigator.sendBeacon?.('/slices/faults', new Blob([body], { type: 'application/json' }));
  }
}
