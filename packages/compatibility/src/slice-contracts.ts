import type { Call } from '@archaka/contracts';
import * as contracts from '@archaka/contracts';
import { digestOf } from './digest.ts';
import { contractVersions } from './releases/released.ts';
import { importsOfContracts } from './sources/imports.ts';
import type { SliceContracts } from './speaks.ts';

const isCall = (exported: unknown): exported is Call =>
  typeof exported === 'object' && exported !== null && 'request' in exported && 'answer' in exported;

/**
 * What the slice in a folder of sources says of the calls it makes, as it is built now. Calls that the platform makes
 * for it are the shell's.
 */
export async function sliceContracts({
  name,
  folder,
}: {
  name: string;
  folder: string;
}): Promise<SliceContracts> {
  const imported = await importsOfContracts(folder);
  const calls = Object.entries(contracts).flatMap(([exported, value]) =>
    imported.has(exported) && isCall(value) ? [{ name: value.name, digest: digestOf(value) }] : [],
  );
  return { name, contracts: contractVersions().at(-1) ?? '', calls };
}
