import { isServedFromDevice, loadSession, portalStore, showVisitor } from '@archaka/platform/shell';
import { type ReactNode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { hasNoInitialSession, isRenderedForApplicant } from './initial-session.ts';

/** Milliseconds that the page waits for the session's owner. */
const MAX_WAIT_MS = 2000;

/** Hydrates the page when it was rendered for the present user or visitor; else renders it anew. */
export async function hydratePage(root: HTMLElement, app: ReactNode): Promise<void> {
  if (hasNoInitialSession()) showVisitor();
  else if (isRenderedForApplicant() && !hasUser()) await waitForSession();
  // The device stores one page for every address and language.
  const isAsRendered = !isServedFromDevice() && isRenderedForApplicant() === hasUser();
  // React splits a transition into short tasks, so the phone responds in between.
  if (isAsRendered) startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);
}

const hasUser = () => portalStore.getState().user.user !== null;

const waitForSession = (): Promise<unknown> =>
  Promise.race([loadSession(), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
