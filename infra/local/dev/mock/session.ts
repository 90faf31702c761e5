import { authCookies, signIn, signOut } from '@archaka/contracts';
import type { Response } from 'express';

const { session: cookie } = authCookies;

/** Accepts any password; only the cookie holds the signed-in user. */
export function updateSessionCookie(call: string, response: Response): void {
  if (call === signIn.name) response.cookie(cookie, 'mocked-session', { httpOnly: true, sameSite: 'lax' });
  if (call === signOut.name) response.clearCookie(cookie);
}
