import type { Service } from '@archaka/contracts';
import { openPools, type ServiceAddresses, type ServicePools } from '@archaka/service-kit/pools';

export type Upstreams = ServicePools;

/** An answer may be long in coming: a ticket is made, a file is read. */
const PATIENCE_MS = 60_000;

export const createUpstreams = (addresses: ServiceAddresses): Upstreams =>
  openPools(addresses, { headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS });

/** The name a service goes by in tokens. */
export const audienceOf = (service: Service): string => `svc-${service}`;

export async function closeUpstreams(upstreams: Upstreams): Promise<void> {
  await Promise.all(Object.values(upstreams).map((pool) => pool.destroy()));
}
