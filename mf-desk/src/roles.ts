import type { CallDefinition, StaffMember, StaffRole } from '@archaka/contracts/calls';
import type { Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

/** Decides only what is offered; the service decides what is done. */
export const mayCall = ({ roles }: StaffMember, call: CallDefinition): boolean =>
  call.roles?.some((role) => roles.includes(role)) ?? false;

export const roleNames: Readonly<Record<StaffRole, Word>> = {
  'help-desk': msg`Help desk`,
  'scrutiny-clerk': msg`Scrutiny clerk`,
  'senior-clerk': msg`Senior clerk`,
  finance: msg`Finance`,
  'hall-officer': msg`Hall officer`,
  auditor: msg`Auditor`,
  administrator: msg`Administrator`,
};

export const toRoleName = (role: StaffRole): Word => roleNames[role] ?? { te: role, en: role };
