import { Sentence } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';
import { useOffline } from './network-state.ts';

const needsNetwork = msg`This needs the network. What you typed stays on this device: press when the network is back.`;

/** Shown offline beside actions that need the network. */
export function NeedsNetwork() {
  const isOffline = useOffline();
  if (!isOffline) return null;
  return (
    <p className="hint">
      <Sentence word={needsNetwork} />
    </p>
  );
}
