import { type RefObject, useEffect } from 'react';

const STATUS = '#status';

/** From the next render on, the page shows the application's state first. */
export function setStatusAddress(): void {
  history.replaceState(history.state, '', STATUS);
}

/** After a reload or a return from the checkout, this page starts at the application's state. */
export function returnToStatus(): void {
  history.scrollRestoration = 'manual';
  setStatusAddress();
}

/**
 * Focuses the application's state when the page was reopened to show it, also from the back-forward cache.
 * @param required moves the focus in any case, since the focused element was removed
 */
export function useStatusFocus(status: RefObject<HTMLElement | null>, required = false): void {
  useEffect(() => {
    const focus = () => {
      status.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
      status.current?.focus({ preventScroll: true });
    };
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && focus();
    if (required || location.hash === STATUS) focus();
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, [status, required]);
}
