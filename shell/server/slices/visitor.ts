import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';

const name = 'archaka_visitor';
const pattern = new RegExp(`(?:^|;\\s*)${name}=([\\w-]{22})(?:;|$)`);
const yearMs = 365 * 24 * 3600 * 1000;

/** A random number that the browser keeps, so that it stays with the versions it got. It tells nothing of the person. */
export function visitorOf(request: Request, response: Response, { secure }: { secure: boolean }): string {
  const known = pattern.exec(request.headers.cookie ?? '')?.[1];
  if (known) return known;
  const visitor = randomBytes(16).toString('base64url');
  response.cookie(name, visitor, { httpOnly: true, sameSite: 'lax', secure, maxAge: yearMs });
  return visitor;
}
