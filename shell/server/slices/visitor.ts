import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';

const COOKIE_NAME = 'archaka_visitor';
/** Behind TLS no other host can set a cookie of this name (RFC 6265bis). */
const HOST_COOKIE_NAME = `__Host-${COOKIE_NAME}`;
const YEAR_MS = 365 * 24 * 3600 * 1000;

/** A random number that the browser keeps, so that it stays with the versions it got. It tells nothing of the person. */
export function identifyVisitor(
  request: Request,
  response: Response,
  { secure }: { secure: boolean },
): string {
  const name = secure ? HOST_COOKIE_NAME : COOKIE_NAME;
  const sent = request.headers.cookie?.split(/;\s*/).find((cookie) => cookie.startsWith(`${name}=`));
  const id = sent?.slice(name.length + 1);
  if (id && /^[\w-]{22}$/.test(id)) return id;
  const visitor = randomBytes(16).toString('base64url');
  response.cookie(name, visitor, { httpOnly: true, sameSite: 'lax', secure, maxAge: YEAR_MS });
  return visitor;
}
