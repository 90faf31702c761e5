import { type AddressVariable, mapServices, type Service, toAddressVariable } from '@archaka/contracts';
import { Pool } from 'undici';

/** Shorter than a stopping service's drain, so that no request meets a closing connection. */
const IDLE_MS = 4000;

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
