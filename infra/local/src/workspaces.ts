import { listSlices } from '@archaka/contracts/slices';
import { root } from './settings.ts';

/** The remotes (`mf-…`) or the services (`svc-…`) of this checkout. */
export const listWorkspaces = (kind: 'mf' | 'svc'): string[] => listSlices(root, kind);
