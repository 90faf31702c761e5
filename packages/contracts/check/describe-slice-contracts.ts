import { hash } from 'node:crypto';
import { describeCall } from '../src/describe.ts';
import type { Call } from '../src/index.ts';
import * as contracts from '../src/index.ts';
import type { SliceContracts } from './find-unsupported-calls.ts';
import { listContractVersions } from './releases/release-files.ts';
import { findContractImports } from './sources/find-contract-imports.ts';

const sortKeys = (_key: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Covers request, checks and response. */
export const hashCallShape = (call: Call): string =>
  hash('sha256', JSON.stringify(describeCall(call), sortKeys), 'base64url').slice(0, 16);

const isCall = (exported: unknown): exported is Call =>
  typeof exported === 'object' && exported !== null && 'request' in exported && 'response' in exported;

/** Excludes calls that the platform makes for the slice; those are the shell's. */
export async function describeSliceContracts({
  name,
  folder,
}: {
  name: string;
  folder: string;
}): Promise<SliceContracts> {
  const imported = await findContractImports(folder);
  const calls = Object.entries(contracts).flatMap(([exported, value]) =>
    imported.has(exported) && isCall(value) ? [{ name: value.name, digest: hashCallShape(value) }] : [],
  );
  return { name, contracts: listContractVersions().at(-1) ?? '', calls };
}
