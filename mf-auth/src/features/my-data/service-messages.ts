import type { Service } from '@archaka/contracts';
import type { Word } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';

/** What each service holds. */
export const serviceMessages: Readonly<Record<Service, Word>> = {
  auth: msg`Account and sign-ins`,
  application: msg`Forms, applications, papers and photo`,
  payment: msg`Payments`,
  ticket: msg`Hall tickets`,
};
