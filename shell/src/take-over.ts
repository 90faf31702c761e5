import { coreApi, portalStore, showUser, showVisitor } from '@archaka/platform/shell';
import { type ReactNode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { cameWithoutSession, pageIsForApplicant } from './page-session.ts';

/** The page is not kept waiting longer to learn who is there. */
const MOST_MS = 2000;

/**
 * Brings the page to life that the server made. What stands there stays, as long as it was made for the one who is
 * there: an applicant or a visitor; else it is drawn anew.
 */
export async function takeOver(root: HTMLElement, app: ReactNode): Promise<void> {
  if (cameWithoutSession()) showVisitor();
  else if (pageIsForApplicant() && !isSomeoneHere()) await learnWhoIsHere();
  // In a transition React works in short steps and lets the phone answer in between.
  if (pageIsForApplicant() === isSomeoneHere()) startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);
}

const isSomeoneHere = () => portalStore.getState().user.user !== null;

async function learnWhoIsHere(): Promise<void> {
  const asked = portalStore.dispatch(coreApi.endpoints.session.initiate());
  const late = new Promise<undefined>((pass) => setTimeout(pass, MOST_MS));
  const account = (await Promise.race([asked, late]))?.data?.data?.[0];
  if (account) showUser(account);
}
