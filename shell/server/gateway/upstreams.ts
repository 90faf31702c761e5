import type { Service } from '@archaka/contracts';
import { openPools, type ServiceAddresses, type ServicePools } from '@archaka/service-kit/pools';

export type Upstreams = ServicePools;

/** Rendering a ticket or reading a file takes long. */
const TIMEOUT_MS = 60_000;

export const createUpstreams = (addresses: ServiceAddresses): Upstreams =>
  openPools(addresses, { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });

export const toAudience = (service: Service): string => `svc-${service}`;

export async function closeUpstreams(upstreams: Upstreams): Promise<void> {
  await Promise.all(Object.values(upstreams).map((pool) => pool.destroy()));
}
