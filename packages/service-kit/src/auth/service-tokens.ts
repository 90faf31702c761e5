import { createLocalJWKSet, importJWK, jwtVerify, SignJWT } from 'jose';
import type { PrivateJwk, PublicJwk } from '../config.ts';
import { unauthorized } from '../errors.ts';
import { CLOCKS_APART_SECONDS } from './clocks.ts';
import { ownerOfKey } from './key-owner.ts';
import { verifiedTokens } from './verified-tokens.ts';

const LIFE_SECONDS = 60;
/** Signed again this long before it ends, so that none ends on its way. */
const MARGIN_SECONDS = 15;

/** Gives the token that this service shows to another, e.g. `svc-payment`. */
export type ServiceSigner = (audience: string) => Promise<string>;

/** Signs with the service's own key, whose `kid` says whose it is; one signature serves for 45 seconds. */
export function serviceSigner(jwk: PrivateJwk): ServiceSigner {
  const key = importJWK(jwk, 'ES256');
  const signed = new Map<string, { token: Promise<string>; until: number }>();

  const sign = async (audience: string): Promise<string> =>
    new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: jwk.kid })
      .setIssuer(ownerOfKey(jwk.kid))
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${LIFE_SECONDS}s`)
      .sign(await key);

  return (audience) => {
    const kept = signed.get(audience);
    if (kept && kept.until > Date.now()) return kept.token;
    const token = sign(audience);
    signed.set(audience, { token, until: Date.now() + (LIFE_SECONDS - MARGIN_SECONDS) * 1000 });
    return token;
  };
}

interface Verification {
  readonly jwks: { keys: PublicJwk[] };
  /** This service's name: tokens for others are refused. */
  readonly audience: string;
}

/**
 * Verifies other services' tokens and gives the caller's name.
 * @throws Refusal 401 unless the token is short-lived, for this service, and signed by the key of its issuer.
 */
export function serviceTokens({ jwks, audience }: Verification): (token: string) => Promise<string> {
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
    return { subject: payload.iss, expires: payload.exp ?? 0 };
  });
}
