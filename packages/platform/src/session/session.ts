import { getCurrentSession } from '@archaka/contracts/calls';
import { useSelector } from 'react-redux';
import { isTransient } from '../calls/portal-fetch.ts';
import { sendQuery } from '../calls/send-request.ts';
import { clearOfflineData } from '../device/browser-extras.ts';
import { openDeviceCopies } from '../device/open-device.ts';
import { afterPaint } from '../messages/show-message.ts';
import { broadcastNotice, sendNotice } from '../notices/notices.ts';
import { tryAgain } from '../recovery/try-again.ts';
import { changeState, type PortalState, portalStore } from '../store/portal-store.ts';
import { clearStoredUser, readStoredUser, storeUser, type User } from './user.ts';

/** Long enough to read the toast (specification, section 9). */
const RELOAD_DELAY_MS = 1500;

export const useUser = (): User | undefined => useSelector(({ user }: PortalState) => user.user) ?? undefined;

/** Stores the user and notifies all tabs. `page` then reloads; `dialog` does not, so that input stays. */
export function signedIn(user: User, { place }: { place: 'page' | 'dialog' }): void {
  clearOfflineData();
  storeUser(user);
  if (place === 'dialog') {
    sendNotice('signed-in', user);
  } else {
    broadcastNotice('signed-in', user);
    afterPaint(RELOAD_DELAY_MS, reloadPage);
  }
}

function reloadPage(): void {
  if (location.pathname === '/') {
    history.scrollRestoration = 'manual';
    history.replaceState(null, '', '/#application-form');
  }
  location.reload();
}

function clearStoredData(): void {
  clearOfflineData();
  clearStoredUser();
}

/** Clears what this browser stores of the user. Notifies all tabs first, so that none of them stores any more. */
async function clearUser(): Promise<void> {
  const { user } = portalStore.getState().user;
  sendNotice('signed-out', undefined);
  clearStoredData();
  // A browser that refuses to delete them lets them expire.
  if (user) await (await openDeviceCopies())?.removeCopiesOf(user.id).catch(() => undefined);
}

/** Clears stored data, and reloads at home, except on the policy page. */
export function signedOut(): void {
  void clearUser();
  afterPaint(RELOAD_DELAY_MS, () => {
    if (location.pathname === '/termsandpolicy') location.reload();
    else location.assign('/');
  });
}

/** Clears stored data, and opens the sign-in of a new page. */
export async function signedOutForNextPerson(): Promise<void> {
  await clearUser();
  history.replaceState(null, '', '/#login');
  location.reload();
}

export function showUser(user: User): void {
  if (readStoredUser()?.id !== user.id) clearOfflineData();
  storeUser(user);
  changeState('user', { user });
}

export function showVisitor(): void {
  clearStoredData();
  changeState('user', { user: null, isSessionRequested: false });
}

/** Determines the session's owner once for the page; retries automatically while svc-auth is down. */
export async function loadSession(): Promise<void> {
  if (portalStore.getState().user.isSessionRequested) return;
  changeState('user', { isSessionRequested: true });
  const error = await readSession();
  if (isTransient(error)) tryAgain(async () => !isTransient(await readSession()));
}

async function readSession() {
  const { data, error } = await sendQuery(getCurrentSession, {}, { asksToSignIn: false });
  const account = data?.data?.[0];
  // Its owner sees and confirms the data at the next sign-in, before anything else.
  if (account?.is_unconfirmed) showVisitor();
  else if (account) showUser(account);
  if (error?.kind === 'signed-out') showVisitor();
  return error;
}

/** Sends what was typed. @returns whether some of it has not reached the service */
type SendInput = () => Promise<boolean>;

const senders = new Set<SendInput>();
/** Milliseconds that a logout waits for what is being sent. */
const TIMEOUT_MS = 3000;

/** @returns unregisters */
export function onBeforeSignOut(send: SendInput): () => void {
  senders.add(send);
  return () => void senders.delete(send);
}

/** Whether this device holds what its user typed and the service does not: a logout deletes it. */
export async function hasUnsentInput(userId: string): Promise<boolean> {
  const timeout = new Promise<boolean>((resolve) => setTimeout(() => resolve(true), TIMEOUT_MS));
  const sent = [...senders].map((send) => Promise.race([send().catch(() => true), timeout]));
  if ((await Promise.all(sent)).includes(true)) return true;
  const device = await openDeviceCopies();
  const copies = (await device?.copiesOf(userId).catch(() => undefined)) ?? [];
  return copies.some(({ isSent }) => !isSent);
}
