import type { ExposedModules, SliceName } from '@archaka/platform/core';
import { Banner, Button, Paragraph, Skeleton, words } from '@archaka/ui';
import { msg } from '@lingui/core/macro';
import {
  Component,
  createContext,
  type ReactNode,
  Suspense,
  use,
  useDeferredValue,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import type { SliceLoader, SliceState } from './slice-loader.ts';

export const SliceLoaderContext = createContext<SliceLoader | null>(null);

/** The server's markup, which is hydrated when the slice is loaded already. */
const renderedState: SliceState = { status: 'loading' };
const getRenderedState = () => renderedState;

interface SliceProps<Name extends SliceName> {
  name: Name;
  /** Inline with other content: only a word while it loads or fails. */
  small?: boolean;
  /** Nobody sees the place yet: its slice loads when the page is idle. */
  whenIdle?: boolean;
  children: (exposedModule: ExposedModules[Name]) => ReactNode;
}

/** A place for a part of a slice; the rest of the page works without the slice. */
export function Slice<Name extends SliceName>({
  name,
  small = false,
  whenIdle = false,
  children,
}: SliceProps<Name>) {
  const loader = use(SliceLoaderContext);
  if (!loader) throw new Error('There is no slice loader around this slice');
  const getState = () => loader.getState(name);
  // Deferred, so that a slice renders in short tasks and the page responds in between.
  const state = useDeferredValue(useSyncExternalStore(loader.subscribe, getState, getRenderedState));
  useEffect(() => {
    if (whenIdle) loader.loadWhenIdle(name);
    else loader.ensureLoaded(name);
  }, [loader, name, whenIdle]);

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

interface SliceBoundaryProps {
  /** The source of the content; a new one resets the error. */
  source: unknown;
  fallback: ReactNode;
  onError: (error: unknown) => void;
  children: ReactNode;
}

export class SliceBoundary extends Component<SliceBoundaryProps, { hasError: boolean }> {
  override state = { hasError: false };

  static getDerivedStateFromError(): { hasError: boolean } {
    return { hasError: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override componentDidUpdate({ source }: SliceBoundaryProps): void {
    if (this.state.hasError && source !== this.props.source) this.setState({ hasError: false });
  }

  override render(): ReactNode {
    const { fallback, children } = this.props;
    return this.state.hasError ? fallback : children;
  }
}

const failedTitle = msg`This part could not be loaded`;
const reassurance = msg`What you have saved is safe, and the rest of the page works. This part comes back by itself.`;

interface SliceFailedProps {
  small: boolean;
  onRetry: () => Promise<unknown>;
}

export function SliceFailed({ small, onRetry }: SliceFailedProps) {
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await onRetry();
    setBusy(false);
  };
  if (small) return <Button word={words.retry} busy={busy} onClick={retry} />;
  return (
    <Banner tone="error" title={failedTitle}>
      <Paragraph word={reassurance} />
      <div className="row">
        <Button word={words.retry} tone="main" busy={busy} onClick={retry} />
      </div>
    </Banner>
  );
}
