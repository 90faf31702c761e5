import { useSelector } from 'react-redux';
import { clearOfflineData } from '../device/offline-data.ts';
import { openDeviceCopies } from '../device/open-device-copies.ts';
import { afterPaint } from '../messages/after-paint.ts';
import { broadcastNotice, sendNotice } from '../notices/notices.ts';
import { type PortalState, portalStore } from '../store/portal-store.ts';
import { clearStoredUser, readStoredUser, storeUser, type User } from './user.ts';
import { userSignedIn, userSignedOut } from './user-slice.ts';

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

/** A browser that refuses to delete them lets them expire. */
const deleteDeviceCopies = async (userId: string) =>
  (await openDeviceCopies())?.removeCopiesOf(userId).catch(() => undefined);

/** Clears stored data, notifies all tabs, and reloads at home, except on the policy page. */
export function signedOut(): void {
  const { user } = portalStore.getState().user;
  if (user) void deleteDeviceCopies(user.id);
  clearOfflineData();
  clearStoredUser();
  sendNotice('signed-out', undefined);
  afterPaint(RELOAD_DELAY_MS, () => {
    if (location.pathname === '/termsandpolicy') location.reload();
    else location.assign('/');
  });
}

export function showUser(user: User): void {
  if (readStoredUser()?.id !== user.id) clearOfflineData();
  storeUser(user);
  portalStore.dispatch(userSignedIn(user));
}

export function showVisitor(): void {
  clearOfflineData();
  clearStoredUser();
  portalStore.dispatch(userSignedOut());
}
