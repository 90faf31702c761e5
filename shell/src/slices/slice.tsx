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

/** The server's markup, which is hydrated when the slice is loaded already. */
const renderedState: SliceState = { status: 'loading' };
const getRenderedState = () => renderedState;

interface SliceProps<Name extends SliceName> {
  name: Name;
  /** Inline with other content: only a word while it loads or fails. */
  small?: boolean;
  children: (exposedModule: ExposedModules[Name]) => ReactNode;
}

/** A place for a part of a slice; the rest of the page works without the slice. */
export function Slice<Name extends SliceName>({ name, small = false, children }: SliceProps<Name>) {
  const loader = use(SliceLoaderContext);
  if (!loader) throw new Error('There is no slice store around this slice');
  const getState = () => loader.getState(name);
  // Deferred, so that a slice renders in short tasks and the page responds in between.
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

/** Reads the module inside the boundary, which also catches a module of the wrong shape. */
function ExposedContent<Exposed>({
  exposedModule,
  children,
}: {
  exposedModule: Exposed;
  children: (exposedModule: Exposed) => ReactNode;
}) {
  return children(exposedModule);
}
