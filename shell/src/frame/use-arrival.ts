import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

const mayMove = () => matchMedia('(prefers-reduced-motion: no-preference)').matches;

/** Goes to the place that a hash names, and takes the focus along. */
export function arriveAt(hash: string, behavior: ScrollBehavior): void {
  const place = document.getElementById(hash.slice(1) || 'content');
  if (hash) place?.scrollIntoView({ behavior });
  else window.scrollTo({ top: 0, behavior });
  place?.focus({ preventScroll: true });
}

/** After a step to another page or section: goes there, smoothly where motion is welcome. */
export function useArrival(): void {
  const { pathname, hash, key } = useLocation();
  const before = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link that is pressed again is a step too, known by its key
  useEffect(() => {
    const from = before.current;
    before.current = pathname;
    const beginning = from === undefined;
    if (beginning && !hash) return;
    const smooth = mayMove() && !beginning && (hash !== '' || from === pathname);
    arriveAt(hash, smooth ? 'smooth' : 'instant');
  }, [pathname, hash, key]);
}
