import { createLocalJWKSet, importJWK, type JSONWebKeySet, type JWK, jwtVerify, SignJWT } from 'jose';
import { CommandError } from '../command-line.ts';
import { type Role, roles } from './roles.ts';

/** The only signer of operator tokens. */
const ISSUER = 'svc-auth';
const AUDIENCE = 'operator commands';
const TOKEN_MINUTES = 10;
/** A machine's clock may be ten minutes wrong. */
const CLOCK_TOLERANCE_MINUTES = 10;
/** Minutes after which no machine accepts a token any more. */
export const MAX_TOKEN_MINUTES = TOKEN_MINUTES + CLOCK_TOLERANCE_MINUTES;

export interface Operator {
  /** Opaque; recorded in the audit log. */
  readonly id: string;
  readonly roles: readonly Role[];
}

/** @param key the private key of svc-auth */
export const signOperatorToken = async (
  { id, roles: held }: Operator,
  { key, now }: { readonly key: JWK; readonly now: Date },
): Promise<string> =>
  new SignJWT({ roles: held })
    .setProtectedHeader({ alg: 'ES256', kid: key.kid ?? ISSUER })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(id)
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + TOKEN_MINUTES * 60_000))
    .sign(await importJWK(key, 'ES256'));

const isOfIssuer = (kid: string | undefined): boolean => kid?.split('.', 1)[0] === ISSUER;

/** @throws CommandError unless svc-auth signed it and it has not expired */
export async function readOperatorToken(token: string, publicKeys: JSONWebKeySet): Promise<Operator> {
  const keys = { keys: publicKeys.keys.filter(({ kid }) => isOfIssuer(kid)) };
  const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
    issuer: ISSUER,
    audience: AUDIENCE,
    algorithms: ['ES256'],
    clockTolerance: CLOCK_TOLERANCE_MINUTES * 60,
    requiredClaims: ['sub', 'exp'],
  }).catch(() => {
    throw new CommandError('OPERATOR_TOKEN has expired or belongs to another portal: sign in again.');
  });
  const held: unknown = payload.roles;
  return {
    id: payload.sub ?? '',
    roles: Array.isArray(held) ? roles.filter((role) => held.includes(role)) : [],
  };
}
