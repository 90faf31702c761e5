import { useSyncExternalStore } from 'react';

/** What the shell's service worker writes over the session of a page that it gives in place of the network. */
const SERVED_FROM_DEVICE = 'meta[name="session"][content="unknown"]';

export const isServedFromDevice = (): boolean =>
  Boolean(globalThis.document?.querySelector(SERVED_FROM_DEVICE));

/** A device may believe that it is online and reach nothing: then its page came from the device. */
function createNetworkState() {
  const listeners = new Set<() => void>();
  let isUnreachable = isServedFromDevice();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const reportAnswer = (): void => {
    if (!isUnreachable) return;
    isUnreachable = false;
    notify();
  };
  globalThis.window?.addEventListener('offline', notify);
  globalThis.window?.addEventListener('online', () => {
    isUnreachable = false;
    notify();
  });
  return {
    isOffline: (): boolean => globalThis.navigator?.onLine === false || isUnreachable,
    /** The portal answered. */
    reportAnswer,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const networkState = createNetworkState();

export const useOffline = (): boolean =>
  useSyncExternalStore(networkState.subscribe, networkState.isOffline, () => false);
