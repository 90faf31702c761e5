import type { Doors, SliceName } from '@archaka/platform';
import { Skeleton } from '@archaka/web-kit';
import {
  createContext,
  type ReactNode,
  Suspense,
  use,
  useDeferredValue,
  useEffect,
  useSyncExternalStore,
} from 'react';
import { SliceBoundary } from './slice-boundary.tsx';
import { SliceFailed } from './slice-failed.tsx';
import type { SliceStore } from './slice-store.ts';

export const SliceStoreContext = createContext<SliceStore | null>(null);

interface SliceProps<Name extends SliceName> {
  name: Name;
  /** In a line of other things: no more than a word while it loads or fails. */
  small?: boolean;
  children: (door: Doors[Name]) => ReactNode;
}

/** A place for a part of a slice; what is around it works on whether or not the slice does. */
export function Slice<Name extends SliceName>({ name, small = false, children }: SliceProps<Name>) {
  const store = use(SliceStoreContext);
  if (!store) throw new Error('There is no slice store around this slice');
  const stateNow = () => store.stateOf(name);
  // Deferred, so that a slice is drawn in short steps and the page answers in between.
  const state = useDeferredValue(useSyncExternalStore(store.subscribe, stateNow, stateNow));
  useEffect(() => store.want(name), [store, name]);

  const waiting = small ? null : <Skeleton lines={5} />;
  const failed = <SliceFailed small={small} onRetry={() => store.retry(name)} />;
  if (state.status === 'loading') return waiting;
  if (state.status === 'failed') return failed;
  const { door } = state;
  return (
    <SliceBoundary key={name} source={door} fallback={failed} onError={(error) => store.broke(name, error)}>
      <Suspense fallback={waiting}>
        <Opened door={door as Doors[Name]}>{children}</Opened>
      </Suspense>
    </SliceBoundary>
  );
}

/** Reads the door inside the boundary, so that a door of the wrong shape ends there too. */
function Opened<Door>({ door, children }: { door: Door; children: (door: Door) => ReactNode }) {
  return children(door);
}
