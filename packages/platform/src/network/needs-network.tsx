import { Sentence } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';
import { useOffline } from './network-state.ts';

const needsNetwork = msg`This needs the network. What you typed stays on this device: press when the network is back.`;

/** Beside what cannot be done without a network, while there is none. */
export function NeedsNetwork() {
  const isOffline = useOffline();
  if (!isOffline) return null;
  return (
    <p className="hint">
      <Sentence word={needsNetwork} />
    </p>
  );
}
