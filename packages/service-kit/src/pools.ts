import { type AddressVariable, mapServices, type Service, toAddressVariable } from '@archaka/contracts';
import { Pool } from 'undici';

/** Below what a stopping service goes on answering, so that no request goes out while its connection is closed. */
const IDLE_MS = 4000;

/** Connections to each service, kept open between requests. */
export type ServicePools = Readonly<Record<Service, Pool>>;

export type ServiceAddresses = Readonly<Record<AddressVariable, string>>;

export function openPools(addresses: ServiceAddresses, limits: Pool.Options): ServicePools {
  const options = {
    connect: { timeout: 2000 },
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    ...limits,
  };
  return mapServices((service) => new Pool(addresses[toAddressVariable(service)], options));
}
