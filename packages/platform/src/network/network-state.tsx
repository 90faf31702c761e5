import { Paragraph } from '@archaka/ui';
import { msg } from '@lingui/core/macro';
import { useSyncExternalStore } from 'react';

/** Value that the shell's service worker writes in place of the session of a page served offline. */
const SERVED_FROM_DEVICE = 'meta[name="session"][content="unknown"]';

export const isServedFromDevice = (): boolean =>
  Boolean(globalThis.document?.querySelector(SERVED_FROM_DEVICE));

/** A device may report a network without reaching anything: its page then came from the device. */
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
    reportAnswer,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const networkState = createNetworkState();

/** Reaches for the portal, also on a device that reports no network; what waits for the network goes on then. */
export async function checkNetwork(): Promise<void> {
  const response = await fetch('/slices.json', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (response) dispatchEvent(new Event('online'));
}

export const useOffline = (): boolean =>
  useSyncExternalStore(networkState.subscribe, networkState.isOffline, () => false);

const needsNetwork = msg`This needs the network. What you typed stays on this device: press when the network is back.`;

/** Shown offline beside actions that need the network. */
export function NeedsNetwork() {
  const isOffline = useOffline();
  if (!isOffline) return null;
  return <Paragraph className="hint" word={needsNetwork} />;
}
