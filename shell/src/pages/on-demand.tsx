import { tryAgain } from '@archaka/platform';
import { Skeleton } from '@archaka/web-kit';
import { type ComponentType, lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { arriveAt } from '../frame/use-arrival.ts';
import { SliceBoundary } from '../slices/slice-boundary.tsx';
import { SliceFailed } from '../slices/slice-failed.tsx';

interface OnDemandProps {
  load: () => Promise<{ default: ComponentType }>;
}

/** A page whose code and words come when it is opened, so that nobody else waits for them. */
export function OnDemand({ load }: OnDemandProps) {
  const [begun, setBegun] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => setBegun(true), []);
  // A lazy component remembers its failure: each try is another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const Page = useMemo(() => lazy(load), [load, tries]);
  const another = () => setTries((count) => count + 1);
  const isThere = () =>
    load().then(
      () => {
        another();
        return true;
      },
      () => false,
    );
  const waiting = <Skeleton lines={8} />;
  // The server's page cannot wait for it.
  if (!begun) return waiting;
  return (
    <SliceBoundary
      source={Page}
      fallback={<SliceFailed small={false} onRetry={isThere} />}
      onError={() => tryAgain(isThere)}
    >
      <Suspense fallback={waiting}>
        <Page />
        <Arrival />
      </Suspense>
    </SliceBoundary>
  );
}

/** The place that the address names comes with the page. */
function Arrival() {
  useEffect(() => {
    if (location.hash) arriveAt(location.hash, 'instant');
  }, []);
  return null;
}
