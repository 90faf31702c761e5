import path from 'node:path';
import * as contracts from '../../src/index.ts';
import { findContractImports } from './find-contract-imports.ts';
import { listSlices } from './slices.ts';

/** Workspaces and the names that they import from the contracts. */
export type Consumers = ReadonlyMap<string, ReadonlySet<string>>;

const OTHER_WORKSPACES = ['shell', 'hall-scanner', 'packages/platform'];

export async function readConsumers(root: string): Promise<Consumers> {
  const workspaces = [...listSlices(root, 'mf', 'svc'), ...OTHER_WORKSPACES].toSorted();
  return new Map(
    await Promise.all(
      workspaces.map(
        async (workspace) =>
          [path.basename(workspace), await findContractImports(path.join(root, workspace))] as const,
      ),
    ),
  );
}

/** Returns the workspaces that import this call or event. */
export function findConsumers(subject: unknown, consumers: Consumers): string[] {
  const names = Object.entries(contracts)
    .filter(([, value]) => value === subject)
    .map(([name]) => name);
  return [...consumers]
    .filter(([, imported]) => names.some((name) => imported.has(name)))
    .map(([workspace]) => workspace);
}
