import { hash } from 'node:crypto';
import { describeCall } from '../src/describe.ts';
import type { Call, ServiceContract } from '../src/index.ts';
import * as contracts from '../src/index.ts';
import { listContractVersions } from './releases/release-files.ts';
import { findContractImports } from './sources/describe-source.ts';

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

export interface SliceContracts {
  readonly name: string;
  readonly contracts: string;
  /** Digests by `hashCallShape` at build time. */
  readonly calls: readonly { readonly name: string; readonly digest: string }[];
}

/** A call is supported when its service answers the slice's contracts, or when the call has not changed since. */
export function findUnsupportedCalls({
  slice,
  services,
}: {
  slice: SliceContracts;
  services: readonly ServiceContract[];
}): string[] {
  return slice.calls.flatMap(({ name, digest }) => {
    const service = services.find(({ calls }) => calls.some((call) => call.name === name));
    if (!service) return [`${name}: no running service supports it; deploy the service first`];
    if (service.contracts?.includes(slice.contracts)) return [];
    if (service.calls.some((call) => call.name === name && call.digest === digest)) return [];
    return [
      `${name}: ${slice.name} was built with contracts ${slice.contracts}, ${describeSupportedVersions(service)}`,
    ];
  });
}

const describeSupportedVersions = ({ service, contracts }: ServiceContract): string =>
  contracts
    ? `svc-${service} supports ${contracts.join(', ')}`
    : `svc-${service} does not publish its versions; deploy the service first`;
