import { useSelector } from 'react-redux';
import { openDeviceCopies } from '../device/open-device-copies.ts';
import { afterPaint } from '../messages/after-paint.ts';
import { broadcastNotice, sendNotice } from '../notices/notices.ts';
import { type PortalState, portalStore } from '../store/portal-store.ts';
import { clearStoredUser, storeUser, type User } from './user.ts';
import { userSlice } from './user-slice.ts';

const { userSignedIn, userSignedOut } = userSlice.actions;

/** Long enough for the toast to be read (specification, section 9). */
const RELOAD_DELAY_MS = 1500;

/** Who is signed in; it steers what is shown, nothing else. */
export const useUser = (): User | undefined => useSelector(({ user }: PortalState) => user.user) ?? undefined;

/**
 * After a sign-in: keeps the user's name and number and tells every tab.
 * On the page itself this tab then loads anew; in a dialog it goes on as it is, so that nothing typed is lost.
 */
export function signedIn(user: User, { place }: { place: 'page' | 'dialog' }): void {
  storeUser(user);
  if (place === 'dialog') {
    sendNotice('signed-in', user);
  } else {
    broadcastNotice('signed-in', user);
    afterPaint(RELOAD_DELAY_MS, reloadPage);
  }
}

/** On the home page it begins at the form, which is what the applicant came for. */
function reloadPage(): void {
  if (location.pathname === '/') {
    history.scrollRestoration = 'manual';
    history.replaceState(null, '', '/#application-form');
  }
  location.reload();
}

const deleteDeviceCopies = async (userId: string) => (await openDeviceCopies())?.removeCopiesOf(userId);

/** After a logout: clears what was kept, tells every tab, and starts again at home (the policy page stays). */
export function signedOut(): void {
  const { user } = portalStore.getState().user;
  if (user) void deleteDeviceCopies(user.id);
  clearStoredUser();
  sendNotice('signed-out', undefined);
  afterPaint(RELOAD_DELAY_MS, () => {
    if (location.pathname === '/termsandpolicy') location.reload();
    else location.assign('/');
  });
}

/** Shows the page as that user's. */
export function showUser(user: User): void {
  storeUser(user);
  portalStore.dispatch(userSignedIn(user));
}

/** Shows the page as a visitor's. */
export function showVisitor(): void {
  clearStoredUser();
  portalStore.dispatch(userSignedOut());
}
