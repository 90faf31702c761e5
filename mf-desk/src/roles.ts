import type { CallDefinition, StaffMember } from '@archaka/contracts/calls';

/** Decides only what is offered; the service decides what is done. */
export const mayCall = ({ roles }: StaffMember, call: CallDefinition): boolean =>
  call.roles?.some((role) => roles.includes(role)) ?? false;
