import { type RefObject, useEffect } from 'react';

const STATUS = '#status';

/** Where the application stands is what this page shows from its next drawing on. */
export function setStatusAddress(): void {
  history.replaceState(history.state, '', STATUS);
}

/** When this page is opened again, by a reload or from the checkout, it begins where the application stands. */
export function returnToStatus(): void {
  history.scrollRestoration = 'manual';
  setStatusAddress();
}

export function reloadAtStatus(): void {
  returnToStatus();
  location.reload();
}

/**
 * Moves the focus to where the application stands when the page was opened again to show it, also when the browser
 * brings back the very page that was left.
 * @param required the focus is moved in any case: what had it is gone
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
