import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import * as z from 'zod';
import { PartDown, unauthorized } from '../errors.ts';
import type { User } from '../user.ts';
import { CLOCKS_APART_SECONDS } from './clocks.ts';
import { createSessionCheck, type FetchEnded } from './session-check.ts';
import { verifiedTokens } from './verified-tokens.ts';

const ISSUER = 'svc-auth';
const REFRESH_MS = 10 * 60_000;

const claims = z.object({
  sub: z.string().min(1),
  number: z.string(),
  name: z.string(),
  sid: z.string(),
  exp: z.number(),
});

/** svc-auth's published keys: kept while it is down, asked for again every ten minutes in the background. */
function publishedKeys(authUrl: string) {
  const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', authUrl), {
    cacheMaxAge: Number.POSITIVE_INFINITY,
    cooldownDuration: 5000,
    timeoutDuration: 3000,
  });
  let askedAt = Date.now();
  return (...args: Parameters<typeof keys>) => {
    if (Date.now() - askedAt > REFRESH_MS) {
      askedAt = Date.now();
      keys.reload().catch(() => undefined);
    }
    return keys(...args);
  };
}

/** The keys could not be had, as opposed to a token that is no good. */
const keysUnavailable = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) ||
  error instanceof errors.JWKSTimeout ||
  error.code === errors.JOSEError.code;

interface UserTokenOptions {
  readonly authUrl: string;
  /** This service's name: tokens for others are refused. */
  readonly audience: string;
  readonly fetchEnded: FetchEnded;
}

/**
 * Verifies the tokens with which the gateway says who asks.
 * @throws Refusal 401 when the token is no good or its session has ended, PartDown when svc-auth's keys cannot be had.
 */
export function userTokens({
  authUrl,
  audience,
  fetchEnded,
}: UserTokenOptions): (token: string) => Promise<User> {
  const keys = publishedKeys(authUrl);
  const isOpen = createSessionCheck(fetchEnded);
  const verify = verifiedTokens(async (token) => {
    const verified = await jwtVerify(token, keys, {
      issuer: ISSUER,
      audience,
      algorithms: ['ES256'],
      clockTolerance: CLOCKS_APART_SECONDS,
    }).catch((error) => {
      throw keysUnavailable(error) ? new PartDown(ISSUER, error) : unauthorized();
    });
    const payload = claims.safeParse(verified.payload);
    if (!payload.success) throw unauthorized();
    const { sub, exp, number, name, sid } = payload.data;
    return { subject: { id: sub, number, name, sid }, expires: exp };
  });
  return async (token) => {
    const user = await verify(token);
    if (!(await isOpen(user.sid))) throw unauthorized();
    return user;
  };
}
