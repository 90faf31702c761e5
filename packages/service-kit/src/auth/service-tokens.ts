import { createLocalJWKSet, importJWK, jwtVerify, SignJWT } from 'jose';
import type { PrivateJwk, PublicJwk } from '../config.ts';
import { unauthorized } from '../errors.ts';
import { CLOCKS_APART_SECONDS } from './clocks.ts';
import { ownerOfKey } from './key-owner.ts';
import { verifiedTokens } from './verified-tokens.ts';

const LIFE_SECONDS = 60;
/** Signed again this long before it ends, so that none ends on its way. */
const MARGIN_SECONDS = 15;

/** Gives the token that this service shows to another, e.g. `svc-payment`, for one of its calls. */
export type ServiceSigner = (audience: string, call: string) => Promise<string>;

/** Signs with the service's own key, whose `kid` says whose it is; one signature serves for 45 seconds. */
export function serviceSigner(jwk: PrivateJwk): ServiceSigner {
  const key = importJWK(jwk, 'ES256');
  const signed = new Map<string, { token: Promise<string>; until: number }>();

  const sign = async (audience: string, scope: string): Promise<string> =>
    new SignJWT({ scope })
      .setProtectedHeader({ alg: 'ES256', kid: jwk.kid })
      .setIssuer(ownerOfKey(jwk.kid))
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${LIFE_SECONDS}s`)
      .sign(await key);

  return (audience, call) => {
    const purpose = `${audience} ${call}`;
    const kept = signed.get(purpose);
    if (kept && kept.until > Date.now()) return kept.token;
    const token = sign(audience, call);
    signed.set(purpose, { token, until: Date.now() + (LIFE_SECONDS - MARGIN_SECONDS) * 1000 });
    return token;
  };
}

interface Verification {
  readonly jwks: { keys: PublicJwk[] };
  /** This service's name: tokens for others are refused. */
  readonly audience: string;
  /** Until then a token that names no call counts for all, for an upgrade from a release without scopes. */
  readonly unscopedUntil?: Date | undefined;
}

export interface VerifiedCaller {
  /** e.g. `svc-ticket`. */
  readonly caller: string;
  /** The one call that the token is for; undefined only during an upgrade. */
  readonly scope: string | undefined;
}

/**
 * Verifies other services' tokens and gives the caller, and which call its token is for.
 * @throws Refusal 401 unless the token is short-lived, for this service, and signed by the key of its issuer.
 */
export function serviceTokens({
  jwks,
  audience,
  unscopedUntil,
}: Verification): (token: string) => Promise<VerifiedCaller> {
  const keys = createLocalJWKSet(jwks);
  return verifiedTokens(async (token) => {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      audience,
      algorithms: ['ES256'],
      maxTokenAge: LIFE_SECONDS,
      clockTolerance: CLOCKS_APART_SECONDS,
      requiredClaims: ['exp'],
    }).catch(() => {
      throw unauthorized();
    });
    if (payload.iss === undefined || payload.iss !== ownerOfKey(protectedHeader.kid ?? ''))
      throw unauthorized();
    const scope = typeof payload.scope === 'string' ? payload.scope : undefined;
    if (scope === undefined && !(unscopedUntil && Date.now() < unscopedUntil.getTime())) throw unauthorized();
    return { subject: { caller: payload.iss, scope }, expires: payload.exp ?? 0 };
  });
}
