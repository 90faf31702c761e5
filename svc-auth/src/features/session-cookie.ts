import { parseCookie } from 'cookie';
import type { CookieOptions, Request } from 'express';
import { SESSION_COOKIE } from '../domain/session.ts';

export const cookieOptions = (origin: string): CookieOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  path: '/',
  secure: origin.startsWith('https:'),
});

export const sessionIdOf = (request: Request): string | undefined =>
  parseCookie(request.headers.cookie ?? '')[SESSION_COOKIE];
