import { authCookies, signIn, signOut } from '@archaka/contracts';
import type { Response } from 'express';

const { session: cookie } = authCookies;

/** Any password signs in; who is signed in is in the cookie alone. */
export function updateSessionCookie(call: string, response: Response): void {
  if (call === signIn.name) response.cookie(cookie, 'mocked-session', { httpOnly: true, sameSite: 'lax' });
  if (call === signOut.name) response.clearCookie(cookie);
}
