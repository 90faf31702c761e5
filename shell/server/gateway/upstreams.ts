import type { Service } from '@archaka/contracts';
import { Pool } from 'undici';

export const services = ['auth', 'application', 'payment', 'ticket'] as const satisfies readonly Service[];

/** Below what a stopping service goes on answering, so that no request goes out while its connection is closed. */
const IDLE_MS = 4000;

export type Upstreams = Readonly<Record<Service, Pool>>;

interface Addresses {
  readonly AUTH_URL: string;
  readonly APPLICATION_URL: string;
  readonly PAYMENT_URL: string;
  readonly TICKET_URL: string;
}

/** Connections to the services, kept open between requests. */
export function createUpstreams(addresses: Addresses): Upstreams {
  const pool = (address: string) =>
    new Pool(address, {
      connect: { timeout: 2000 },
      headersTimeout: 60_000,
      bodyTimeout: 60_000,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
    });
  return {
    auth: pool(addresses.AUTH_URL),
    application: pool(addresses.APPLICATION_URL),
    payment: pool(addresses.PAYMENT_URL),
    ticket: pool(addresses.TICKET_URL),
  };
}

/** The name a service goes by in tokens. */
export const audienceOf = (service: Service): string => `svc-${service}`;

export async function closeUpstreams(upstreams: Upstreams): Promise<void> {
  await Promise.all(Object.values(upstreams).map((pool) => pool.destroy()));
}
