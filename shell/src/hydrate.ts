import { isServedFromDevice, loadSession, portalStore, showVisitor } from '@archaka/platform/shell';
import { type ReactNode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { hasNoInitialSession, isRenderedForApplicant } from './initial-session.ts';

/** The page is not kept waiting longer to learn who is there. */
const MAX_WAIT_MS = 2000;

/**
 * Brings the page to life that the server made. What stands there stays, as long as it was made for the one who is
 * there: an applicant or a visitor; else it is drawn anew.
 */
export async function hydratePage(root: HTMLElement, app: ReactNode): Promise<void> {
  if (hasNoInitialSession()) showVisitor();
  else if (isRenderedForApplicant() && !hasUser()) await waitForSession();
  // The device has one page for every address and language.
  const isAsRendered = !isServedFromDevice() && isRenderedForApplicant() === hasUser();
  // In a transition React works in short steps and lets the phone answer in between.
  if (isAsRendered) startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);
}

const hasUser = () => portalStore.getState().user.user !== null;

const waitForSession = (): Promise<unknown> =>
  Promise.race([loadSession(), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
