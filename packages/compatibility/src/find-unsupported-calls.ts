import type { ServiceContract } from '@archaka/contracts';

/** What a built slice says of the calls it makes. */
export interface SliceContracts {
  /** Of the slice, for the words. */
  readonly name: string;
  /** The version of the contracts it was built with. */
  readonly contracts: string;
  /** Each call it makes, with the digest of the shape it was built with (`hashCallShape`). */
  readonly calls: readonly { readonly name: string; readonly digest: string }[];
}

/**
 * Whether the services that run answer all that a slice asks, as it asks it: one sentence for each call that they do
 * not; none when all is well. A call serves when its service speaks the slice's version of the contracts, or when the
 * call has not changed between that version and the service's own.
 */
export function findUnsupportedCalls({
  slice,
  services,
}: {
  slice: SliceContracts;
  services: readonly ServiceContract[];
}): string[] {
  return slice.calls.flatMap(({ name, digest }) => {
    const service = services.find(({ calls }) => calls.some((call) => call.name === name));
    if (!service) return [`${name}: none of the running services answers it; deploy the service first`];
    if (service.contracts?.includes(slice.contracts)) return [];
    if (service.calls.some((call) => call.name === name && call.digest === digest)) return [];
    return [
      `${name}: ${slice.name} was built with contracts ${slice.contracts}, ${describeSupportedVersions(service)}`,
    ];
  });
}

const describeSupportedVersions = ({ service, contracts }: ServiceContract): string =>
  contracts
    ? `svc-${service} speaks ${contracts.join(', ')}`
    : `svc-${service} does not say which it speaks; deploy the service first`;
