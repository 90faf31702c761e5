import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

const allowsMotion = () => matchMedia('(prefers-reduced-motion: no-preference)').matches;

export function focusHash(hash: string, behavior: ScrollBehavior): void {
  const target = document.getElementById(hash.slice(1) || 'content');
  (target?.closest('details') ?? target?.querySelector(':scope > details'))?.setAttribute('open', '');
  if (hash) target?.scrollIntoView({ behavior });
  else window.scrollTo({ top: 0, behavior });
  target?.focus({ preventScroll: true });
}

/** Scrolls to the target after a navigation, smoothly where motion is welcome. */
export function useHashFocus(): void {
  const { pathname, hash, key } = useLocation();
  const previousPath = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated press of a link changes the key only
  useEffect(() => {
    const previous = previousPath.current;
    previousPath.current = pathname;
    const isFirst = previous === undefined;
    if (isFirst && !hash) return;
    const smooth = allowsMotion() && !isFirst && (hash !== '' || previous === pathname);
    focusHash(hash, smooth ? 'smooth' : 'instant');
  }, [pathname, hash, key]);
}
