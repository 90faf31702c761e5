import type { ServiceContract } from '../src/index.ts';

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
