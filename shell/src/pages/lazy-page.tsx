import { tryAgain } from '@archaka/platform/core';
import { Skeleton } from '@archaka/ui';
import { type ComponentType, lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { focusHash } from '../frame/use-hash-focus.ts';
import { SliceBoundary, SliceFailed } from '../slices/slice.tsx';

interface LazyPageProps {
  load: () => Promise<{ default: ComponentType }>;
}

/** A page whose code and words are loaded when it is opened. */
export function LazyPage({ load }: LazyPageProps) {
  const [isMounted, setIsMounted] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => setIsMounted(true), []);
  // A lazy component caches its failure: each attempt creates another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const Page = useMemo(() => lazy(load), [load, tries]);
  const renderAgain = () => setTries((count) => count + 1);
  const reload = () =>
    load().then(
      () => {
        renderAgain();
        return true;
      },
      () => false,
    );
  const placeholder = <Skeleton lines={8} />;
  // The server's page cannot wait for it.
  if (!isMounted) return placeholder;
  return (
    <SliceBoundary
      source={Page}
      fallback={<SliceFailed small={false} onRetry={reload} />}
      onError={() => tryAgain(reload)}
    >
      <Suspense fallback={placeholder}>
        <Page />
        <HashFocus />
      </Suspense>
    </SliceBoundary>
  );
}

function HashFocus() {
  useEffect(() => {
    if (location.hash) focusHash(location.hash, 'instant');
  }, []);
  return null;
}
