import type { ExposedModules, SliceName } from '@archaka/platform/core';
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
import type { SliceState } from './slice-entries.ts';
import { SliceFailed } from './slice-failed.tsx';
import type { SliceLoader } from './slice-loader.ts';

export const SliceLoaderContext = createContext<SliceLoader | null>(null);

/** What the server's page shows, which may be taken over when the slice is there already. */
const renderedState: SliceState = { status: 'loading' };
const getRenderedState = () => renderedState;

interface SliceProps<Name extends SliceName> {
  name: Name;
  /** In a line of other things: no more than a word while it loads or fails. */
  small?: boolean;
  children: (exposedModule: ExposedModules[Name]) => ReactNode;
}

/** A place for a part of a slice; what is around it works on whether or not the slice does. */
export function Slice<Name extends SliceName>({ name, small = false, children }: SliceProps<Name>) {
  const loader = use(SliceLoaderContext);
  if (!loader) throw new Error('There is no slice store around this slice');
  const getState = () => loader.getState(name);
  // Deferred, so that a slice is drawn in short steps and the page answers in between.
  const state = useDeferredValue(useSyncExternalStore(loader.subscribe, getState, getRenderedState));
  useEffect(() => loader.ensureLoaded(name), [loader, name]);

  const placeholder = small ? null : <Skeleton lines={5} />;
  const failed = <SliceFailed small={small} onRetry={() => loader.retry(name)} />;
  if (state.status === 'loading') return placeholder;
  if (state.status === 'failed') return failed;
  const { exposedModule } = state;
  return (
    <SliceBoundary
      key={name}
      source={exposedModule}
      fallback={failed}
      onError={(error) => loader.reportBroken(name, error)}
    >
      <Suspense fallback={placeholder}>
        <ExposedContent exposedModule={exposedModule as ExposedModules[Name]}>{children}</ExposedContent>
      </Suspense>
    </SliceBoundary>
  );
}

/** Reads the door inside the boundary, so that a door of the wrong shape ends there too. */
function ExposedContent<Exposed>({
  exposedModule,
  children,
}: {
  exposedModule: Exposed;
  children: (exposedModule: Exposed) => ReactNode;
}) {
  return children(exposedModule);
}
