import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

const mayMove = () => matchMedia('(prefers-reduced-motion: no-preference)').matches;

/** After a step to another page or section: scrolls there, smoothly where motion is welcome, and takes the focus along. */
export function useArrival(): void {
  const { pathname, hash } = useLocation();
  const first = useRef(true);
  useEffect(() => {
    const arriving = first.current;
    first.current = false;
    if (arriving && !hash) return;
    const place = document.getElementById(hash ? decodeURIComponent(hash.slice(1)) : 'content');
    if (!hash) window.scrollTo(0, 0);
    else place?.scrollIntoView({ behavior: mayMove() ? 'smooth' : 'instant' });
    if (place && pathname) place.focus({ preventScroll: true });
  }, [pathname, hash]);
}
