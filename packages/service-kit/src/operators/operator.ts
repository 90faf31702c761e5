import { createLocalJWKSet, importJWK, type JSONWebKeySet, type JWK, jwtVerify, SignJWT } from 'jose';
import { CommandError } from '../command-line.ts';

export const roles = ['clerk', 'auditor', 'administrator'] as const;
export type Role = (typeof roles)[number];

/** Maps each command to its roles; one of them suffices. */
const rolesByPermission = {
  'refunds list': ['clerk', 'auditor'],
  'refunds approve': ['clerk'],
  'refunds refuse': ['clerk'],
  reconcile: ['clerk', 'auditor'],
  'sessions end': ['clerk'],
  'sessions end --all': ['administrator'],
  'audit verify': ['auditor', 'administrator'],
  'audit show': ['auditor'],
  retention: ['administrator'],
  backup: ['administrator'],
  restore: ['administrator'],
  rotate: ['administrator'],
  indexes: ['administrator'],
  slice: ['administrator'],
  operators: ['administrator'],
  staff: ['administrator'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Permission = keyof typeof rolesByPermission;

const getRoles = (permission: Permission): readonly Role[] => rolesByPermission[permission];

export const isPermitted = (permission: Permission, held: readonly Role[]): boolean =>
  held.some((role) => getRoles(permission).includes(role));

/** @throws CommandError that names the required roles */
export function assertPermitted(permission: Permission, held: readonly Role[]): void {
  if (isPermitted(permission, held)) return;
  throw new CommandError(
    `${permission} needs the role ${getRoles(permission).join(' or ')}; you have ${held.join(', ') || 'none'}. An administrator assigns roles: npm run operators -- roles.`,
  );
}

/** @throws CommandError for an unknown role */
export function parseRoles(text: string): Role[] {
  const names = text.split(',').map((name) => name.trim());
  const known = roles.filter((role) => names.includes(role));
  if (known.length !== new Set(names).size) throw new CommandError(`Roles are ${roles.join(', ')}.`);
  return known;
}

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
