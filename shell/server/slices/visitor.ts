import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';

const plain = 'archaka_visitor';
/** Behind TLS no other host can set a cookie of this name (RFC 6265bis). */
const ofThisHost = `__Host-${plain}`;
const yearMs = 365 * 24 * 3600 * 1000;

/** A random number that the browser keeps, so that it stays with the versions it got. It tells nothing of the person. */
export function visitorOf(request: Request, response: Response, { secure }: { secure: boolean }): string {
  const name = secure ? ofThisHost : plain;
  const given = request.headers.cookie?.split(/;\s*/).find((cookie) => cookie.startsWith(`${name}=`));
  const known = given?.slice(name.length + 1);
  if (known && /^[\w-]{22}$/.test(known)) return known;
  const visitor = randomBytes(16).toString('base64url');
  response.cookie(name, visitor, { httpOnly: true, sameSite: 'lax', secure, maxAge: yearMs });
  return visitor;
}
