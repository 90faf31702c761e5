import type { NewSlice } from '../options.ts';
import { accessRules } from './access-rules.ts';
import { codeowners } from './codeowners.ts';
import { composeRemote, composeService } from './compose.ts';
import { browserCalls, callDoc, calls, exportedCalls, serviceNames } from './contracts.ts';
import { exposedModules } from './exposed-modules.ts';
import { kubernetesRemote, kubernetesService } from './kubernetes.ts';
import { launcherComponent } from './launcher.ts';
import type { Registration } from './registration.ts';

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
