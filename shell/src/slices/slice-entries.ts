import type { SliceErrorKind } from './report-error.ts';

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

export function createSliceEntries() {
  const entries = new Map<string, SliceEntry>();
  const listeners = new Set<() => void>();
  return {
    has: (name: string): boolean => entries.has(name),
    find: (name: string): SliceEntry | undefined => entries.get(name),
    set(name: string, entry: SliceEntry): void {
      entries.set(name, entry);
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
