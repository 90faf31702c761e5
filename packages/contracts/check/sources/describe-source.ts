import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describeCall, describeEvent } from '../../src/describe.ts';
import * as contracts from '../../src/index.ts';
import { type CallDescription, calls, type EventDescription, events } from '../../src/index.ts';
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
function findConsumers(subject: unknown, consumers: Consumers): string[] {
  const names = Object.entries(contracts)
    .filter(([, value]) => value === subject)
    .map(([name]) => name);
  return [...consumers]
    .filter(([, imported]) => names.some((name) => imported.has(name)))
    .map(([workspace]) => workspace);
}

const CONTRACT_IMPORT = /(?:import|export)\s*\{([^}]*)\}\s*from\s*'@archaka\/contracts(?:\/calls)?'/g;
const NAMESPACE_IMPORT = /import \* as (\w+) from '@archaka\/contracts(?:\/calls)?'/g;

/** Excludes types. Returns the exported names. */
export async function findContractImports(folder: string): Promise<Set<string>> {
  const files = globSync('**/*.{ts,tsx}', {
    cwd: folder,
    exclude: ['**/node_modules', '**/dist', '**/test', '**/*.test.{ts,tsx}'],
  });
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  return new Set(texts.flatMap(parseImportedNames));
}

const parseImportedNames = (source: string): string[] => [
  ...[...source.matchAll(CONTRACT_IMPORT)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => name.split(/\s+as\s+/)[0] ?? name),
  ),
  ...[...source.matchAll(NAMESPACE_IMPORT)].flatMap(([, namespace]) =>
    [...source.matchAll(new RegExp(`\\b${namespace}\\.(\\w+)`, 'g'))].map(([, name = '']) => name),
  ),
];

export interface Description {
  readonly calls: Readonly<Record<string, CallDescription & { readonly usedBy: readonly string[] }>>;
  readonly events: Readonly<Record<string, EventDescription & { readonly takenBy: readonly string[] }>>;
}

export function describeSource(consumers: Consumers): Description {
  const findCallConsumers = (call: (typeof calls)[number]) =>
    findConsumers(call, consumers).filter((consumer) => consumer !== `svc-${call.service}`);
  return {
    calls: toSortedRecord(
      calls.map((call) => [call.name, { ...describeCall(call), usedBy: findCallConsumers(call) }]),
    ),
    events: toSortedRecord(
      events.map((event) => [
        event.type,
        { ...describeEvent(event), takenBy: event.consumers.map((service) => `svc-${service}`).toSorted() },
      ]),
    ),
  };
}

const toSortedRecord = <Value>(entries: readonly [string, Value][]): Record<string, Value> =>
  Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
