import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import * as z from 'zod';
import { DependencyUnavailable, unauthorized } from '../errors.ts';
import type { User } from '../user.ts';
import { CLOCK_TOLERANCE_SECONDS, createTokenCache } from './service-tokens.ts';

/** Bounds how long a closed session is accepted: two seconds. */
const CACHE_MS = 1000;

export type FetchEndedSessions = (sids: readonly string[]) => Promise<readonly string[]>;

interface CachedSession {
  readonly at: number;
  readonly open: Promise<boolean>;
}

/** Batches concurrent checks. Sessions stay valid while svc-auth is down, since no logout is possible then. */
export function createSessionCheck(
  fetchEndedSessions: FetchEndedSessions,
): (sid: string) => Promise<boolean> {
  const cache = new Map<string, CachedSession>();
  let batch: { readonly sids: string[]; readonly ended: Promise<ReadonlySet<string>> } | undefined;

  const isFresh = ({ at }: CachedSession): boolean => performance.now() - at < CACHE_MS;

  const startBatch = () => {
    for (const [sid, cached] of cache) if (!isFresh(cached)) cache.delete(sid);
    const sids: string[] = [];
    const ended = new Promise((resolve) => setImmediate(resolve))
      .then(() => {
        batch = undefined;
        return fetchEndedSessions(sids);
      })
      .then(
        (endedSids) => new Set(endedSids),
        () => new Set<string>(),
      );
    return { sids, ended };
  };

  return (sid) => {
    const cached = cache.get(sid);
    if (cached && isFresh(cached)) return cached.open;
    batch ??= startBatch();
    batch.sids.push(sid);
    const open = batch.ended.then((ended) => !ended.has(sid));
    cache.set(sid, { at: performance.now(), open });
    return open;
  };
}

const ISSUER = 'svc-auth';
const REFRESH_MS = 10 * 60_000;

const claims = z.object({
  sub: z.string().min(1),
  number: z.string(),
  name: z.string(),
  sid: z.string(),
  iat: z.number(),
  exp: z.number(),
});

/** Keys stay cached while svc-auth is down. */
function createPublishedKeys(authUrl: string) {
  const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', authUrl), {
    cacheMaxAge: Number.POSITIVE_INFINITY,
    cooldownDuration: 5000,
    timeoutDuration: 3000,
  });
  let refreshedAt = Date.now();
  return (...args: Parameters<typeof keys>) => {
    if (Date.now() - refreshedAt > REFRESH_MS) {
      refreshedAt = Date.now();
      keys.reload().catch(() => undefined);
    }
    return keys(...args);
  };
}

const isKeyFetchError = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) ||
  error instanceof errors.JWKSTimeout ||
  error.code === errors.JOSEError.code;

interface UserTokenOptions {
  readonly authUrl: string;
  readonly audience: string;
  readonly fetchEndedSessions: FetchEndedSessions;
}

/** @throws HttpProblem 401 for an invalid token or an ended session, DependencyUnavailable without svc-auth's keys. */
export function createUserTokenVerifier({
  authUrl,
  audience,
  fetchEndedSessions,
}: UserTokenOptions): (token: string) => Promise<User> {
  const keys = createPublishedKeys(authUrl);
  const isOpen = createSessionCheck(fetchEndedSessions);
  const verify = createTokenCache(async (token) => {
    const verified = await jwtVerify(token, keys, {
      issuer: ISSUER,
      audience,
      algorithms: ['ES256'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    }).catch((error) => {
      throw isKeyFetchError(error) ? new DependencyUnavailable(ISSUER, error) : unauthorized();
    });
    const payload = claims.safeParse(verified.payload);
    if (!payload.success) throw unauthorized();
    const { sub, iat, exp, number, name, sid } = payload.data;
    return { subject: { user: { id: sub, number, name, sid }, issuedAt: iat * 1000 }, expires: exp };
  });
  return async (token) => {
    const { user, issuedAt } = await verify(token);
    // svc-auth issues tokens of open sessions only.
    const age = Date.now() - issuedAt;
    const isNew = age >= 0 && age < CACHE_MS;
    if (!isNew && !(await isOpen(user.sid))) throw unauthorized();
    return user;
  };
}
