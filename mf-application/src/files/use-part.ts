import { sayError } from '@archaka/platform';
import { useEffect, useRef, useState } from 'react';
import { loadPart } from './sending/load-part.ts';

interface PartOptions {
  /** Nothing is loaded before. */
  wanted: boolean;
  /** Hears when it could not be loaded, after that has been said. */
  onFailed?: () => void;
}

/** A part of the page that is loaded when first wanted; what is around it stays when that fails. */
export function usePart<Part>(
  load: () => Promise<Part>,
  { wanted, onFailed }: PartOptions,
): Part | undefined {
  const [part, setPart] = useState<Part>();
  const newest = useRef({ load, onFailed });
  useEffect(() => {
    newest.current = { load, onFailed };
  });
  useEffect(() => {
    if (!wanted) return;
    const stop = new AbortController();
    loadPart(newest.current.load, stop.signal)
      .then((loaded) => setPart(() => loaded))
      .catch(() => {
        if (stop.signal.aborted) return;
        sayError({ kind: 'unexpected' });
        newest.current.onFailed?.();
      });
    return () => stop.abort();
  }, [wanted]);
  return wanted ? part : undefined;
}
