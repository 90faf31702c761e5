import { createLocalJWKSet, importJWK, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { PrivateJwk, PublicJwk } from '../config.ts';
import { unauthorized } from '../errors.ts';

interface VerifiedToken<Subject> {
  readonly subject: Subject;
  /** Seconds since the epoch. */
  readonly expires: number;
}

/** The life of a user's token; one with a longer life is verified again. */
const MAX_AGE_MS = 15 * 60_000;

export function createTokenCache<Subject extends object>(
  verify: (token: string) => Promise<VerifiedToken<Subject>>,
  { capacity = 5000 }: { capacity?: number } = {},
): (token: string) => Promise<Subject> {
  const cache = new LRUCache<string, Subject>({ max: capacity, ttlAutopurge: true, perf: Date });

  return async (token) => {
    const cached = cache.get(token);
    if (cached) return cached;
    const { subject, expires } = await verify(token);
    const ttl = Math.min(expires * 1000 - Date.now(), MAX_AGE_MS);
    if (ttl > 0) cache.set(token, subject, { ttl });
    return subject;
  };
}

/** `svc-payment` for `svc-payment` and for its replacement `svc-payment.2`. */
export const toKeyOwner = (kid: string): string => kid.split('.', 1)[0] ?? kid;

/** Tolerates two clocks, each ten minutes wrong. Tokens never leave the services, so a longer life costs little. */
export const CLOCK_TOLERANCE_SECONDS = 20 * 60;

const TOKEN_LIFETIME_SECONDS = 60;
const RENEWAL_MARGIN_SECONDS = 15;

export type ServiceSigner = (audience: string, call: string) => Promise<string>;

export function createServiceSigner(jwk: PrivateJwk): ServiceSigner {
  const key = importJWK(jwk, 'ES256');
  const cache = new Map<string, { token: Promise<string>; until: number }>();

  const sign = async (audience: string, scope: string): Promise<string> =>
    new SignJWT({ scope })
      .setProtectedHeader({ alg: 'ES256', kid: jwk.kid })
      .setIssuer(toKeyOwner(jwk.kid))
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${TOKEN_LIFETIME_SECONDS}s`)
      .sign(await key);

  return (audience, call) => {
    const purpose = `${audience} ${call}`;
    const cached = cache.get(purpose);
    if (cached && cached.until > Date.now()) return cached.token;
    const token = sign(audience, call);
    cache.set(purpose, {
      token,
      until: Date.now() + (TOKEN_LIFETIME_SECONDS - RENEWAL_MARGIN_SECONDS) * 1000,
    });
    return token;
  };
}

interface TokenVerifierOptions {
  readonly jwks: { keys: PublicJwk[] };
  readonly audience: string;
}

export interface VerifiedCaller {
  readonly caller: string;
  /** The call that the token permits. */
  readonly scope: string;
}

/** @throws HttpProblem 401 unless the token is short-lived, for this service, and signed by its issuer's key. */
export function createServiceTokenVerifier({
  jwks,
  audience,
}: TokenVerifierOptions): (token: string) => Promise<VerifiedCaller> {
  const keys = createLocalJWKSet(jwks);
  return createTokenCache(async (token) => {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      audience,
      algorithms: ['ES256'],
      maxTokenAge: TOKEN_LIFETIME_SECONDS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ['exp'],
    }).catch(() => {
      throw unauthorized();
    });
    if (payload.iss === undefined || payload.iss !== toKeyOwner(protectedHeader.kid ?? ''))
      throw unauthorized();
    const { iss, scope, exp = 0 } = payload;
    if (typeof scope !== 'string') throw unauthorized();
    return { subject: { caller: iss, scope }, expires: exp };
  });
}
