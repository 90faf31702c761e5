import type { Service } from '@archaka/contracts/calls';
import type { Word } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';

/** What each service holds of a person; a service that holds nothing is not in the list. */
export const serviceMessages = {
  auth: msg`Account and sign-ins`,
  application: msg`Forms, applications, papers and photo`,
  payment: msg`Payments`,
  ticket: msg`Hall tickets`,
} as const satisfies Partial<Record<Service, Word>>;

export type HoldingService = keyof typeof serviceMessages;
