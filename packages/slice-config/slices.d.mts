/** The remotes (`mf`), the services (`svc`) or both: a folder is a slice by the name in its package.json. */
export function listSlices(root: string, ...kinds: readonly ('mf' | 'svc')[]): string[];
