import { sayError } from '@archaka/platform';
import { useEffect, useRef, useState } from 'react';
import { loadModule } from './files/retry.ts';

interface LazyModuleOptions {
  enabled: boolean;
  /** Called after a failed load, once that is reported. */
  onFailed?: () => void;
}

/** A part of the page that is loaded on demand; a failure leaves the rest unchanged. */
export function useLazyModule<Module>(
  load: () => Promise<Module>,
  { enabled, onFailed }: LazyModuleOptions,
): Module | undefined {
  const [lazyModule, setLazyModule] = useState<Module>();
  const latest = useRef({ load, onFailed });
  useEffect(() => {
    latest.current = { load, onFailed };
  });
  useEffect(() => {
    if (!enabled) return;
    const controller = new AbortController();
    loadModule(latest.current.load, controller.signal)
      .then((loaded) => setLazyModule(() => loaded))
      .catch(() => {
        if (controller.signal.aborted) return;
        sayError({ kind: 'unexpected' });
        latest.current.onFailed?.();
      });
    return () => controller.abort();
  }, [enabled]);
  return enabled ? lazyModule : undefined;
}
