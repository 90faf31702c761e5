import { readdirSync } from 'node:fs';
import { root } from './settings.ts';

/** The remotes (`mf-…`) or the services (`svc-…`) of this checkout: each is a folder. */
export const listWorkspaces = (kind: 'mf' | 'svc'): string[] =>
  readdirSync(root)
    .filter((name) => name.startsWith(`${kind}-`))
    .sort();
