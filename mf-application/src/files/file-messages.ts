import type { Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

/** Words about a file on its way, beside the form's. */
export const fileMessages = {
  preparing: msg`Getting it ready…`,
  connectionLost: msg`The connection is poor. Sending goes on by itself.`,
  signInNeeded: msg`Sign in again; sending then goes on by itself.`,
} as const satisfies Record<string, Word>;
