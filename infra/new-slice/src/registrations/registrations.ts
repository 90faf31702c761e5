import type { Asked } from '../asked.ts';
import { codeowners } from './codeowners.ts';
import { composeRemote, composeService } from './compose.ts';
import { callDoc, calls, exportedCalls, serviceNames } from './contracts.ts';
import { doors } from './doors.ts';
import { launcherPart } from './launcher.ts';
import type { Registration } from './registration.ts';

/** All that must be told of a new slice; whatever can, reads the folders instead. */
export const registrationsOf = ({ kind }: Asked, checkout: string): Registration[] =>
  kind === 'remote'
    ? [codeowners, doors, composeRemote]
    : [codeowners, serviceNames, calls, exportedCalls, callDoc, launcherPart, composeService(checkout)];
