import type { Service } from '@archaka/contracts';
import { openPools, type ServiceAddresses, type ServicePools } from '@archaka/service-kit/pools';

export type Upstreams = ServicePools;

/** An answer may be long in coming: a ticket is made, a file is read. */
const TIMEOUT_MS = 60_000;

export const createUpstreams = (addresses: ServiceAddresses): Upstreams =>
  openPools(addresses, { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });

/** The name a service goes by in tokens. */
export const toAudience = (service: Service): string => `svc-${service}`;

export async function closeUpstreams(upstreams: Upstreams): Promise<void> {
  await Promise.all(Object.values(upstreams).map((pool) => pool.destroy()));
}
