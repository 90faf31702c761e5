import type { NewSlice } from '../options.ts';
import { composeRemote, composeService } from './compose.ts';
import { kubernetesRemote, kubernetesService } from './kubernetes.ts';
import {
  accessRules,
  browserCalls,
  callDoc,
  calls,
  codeowners,
  exportedCalls,
  exposedModules,
  launcherComponent,
  type Registration,
  serviceNames,
} from './registration.ts';

/** All files that must list a new slice; others read the folders instead. */
export const selectRegistrations = ({ kind }: NewSlice, root: string): Registration[] =>
  kind === 'remote'
    ? [codeowners, exposedModules, composeRemote, ...kubernetesRemote]
    : [
        ...[
          codeowners,
          serviceNames,
          calls,
          exportedCalls,
          browserCalls,
          callDoc,
          accessRules,
          launcherComponent,
        ],
        ...[composeService(root), ...kubernetesService(root)],
      ];
