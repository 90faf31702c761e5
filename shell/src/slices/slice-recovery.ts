import { tryAgain } from '@archaka/platform/core';

export interface RecoveryOptions {
  /** The user pressed Retry; else the retry is automatic. */
  isManual: boolean;
}

/** @param tryOnce resolves with whether the slice is loaded; one call at a time for each slice */
export function createSliceRecovery(tryOnce: (name: string, options: RecoveryOptions) => Promise<boolean>) {
  const retrying = new Set<string>();
  const tries = new Map<string, Promise<boolean>>();

  async function runTry(name: string, options: RecoveryOptions): Promise<boolean> {
    try {
      const isLoaded = await tryOnce(name, options);
      if (isLoaded) retrying.delete(name);
      return isLoaded;
    } finally {
      tries.delete(name);
    }
  }

  function recover(name: string, options: RecoveryOptions): Promise<boolean> {
    const pending = tries.get(name) ?? runTry(name, options);
    tries.set(name, pending);
    return pending;
  }

  return {
    recover,
    retryUntilReady(name: string): void {
      if (retrying.has(name)) return;
      retrying.add(name);
      tryAgain(() => recover(name, { isManual: false }));
    },
  };
}
