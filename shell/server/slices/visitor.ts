import { randomBytes } from 'node:crypto';
import { readCookie, toHostCookieName } from '@archaka/contracts';
import type { Request, Response } from 'express';

const COOKIE_NAME = 'archaka_visitor';
const YEAR_MS = 365 * 24 * 3600 * 1000;

/** A random number that binds a browser to its canaries; it identifies nobody. */
export function identifyVisitor(
  request: Request,
  response: Response,
  { secure }: { secure: boolean },
): string {
  const name = toHostCookieName(COOKIE_NAME, { secure });
  const id = readCookie(request.headers.cookie, name);
  if (id && /^[\w-]{22}$/.test(id)) return id;
  const visitor = randomBytes(16).toString('base64url');
  response.cookie(name, visitor, { httpOnly: true, sameSite: 'lax', secure, maxAge: YEAR_MS });
  return visitor;
}
