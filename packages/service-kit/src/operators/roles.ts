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
