import { type AddressVariable, addressVariable, type Service, services } from '@archaka/contracts';
import { Pool } from 'undici';

/** Below what a stopping service goes on answering, so that no request goes out while its connection is closed. */
const IDLE_MS = 4000;

export type Upstreams = Readonly<Record<Service, Pool>>;

/** Connections to the services, kept open between requests. */
export function createUpstreams(addresses: Readonly<Record<AddressVariable, string>>): Upstreams {
  const pool = (address: string) =>
    new Pool(address, {
      connect: { timeout: 2000 },
      headersTimeout: 60_000,
      bodyTimeout: 60_000,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
    });
  return Object.fromEntries(
    services.map((service) => [service, pool(addresses[addressVariable(service)])]),
  ) as Upstreams;
}

/** The name a service goes by in tokens. */
export const audienceOf = (service: Service): string => `svc-${service}`;

export async function closeUpstreams(upstreams: Upstreams): Promise<void> {
  await Promise.all(Object.values(upstreams).map((pool) => pool.destroy()));
}
