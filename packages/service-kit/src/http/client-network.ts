import type { Request } from 'express';

/**
 * The client's address as a key of limits; of an IPv6 address the network that one customer has (64 bits).
 * Behind the gateway that is the address which the gateway names: `createApp` trusts private networks only.
 */
export function toNetworkKey({ ip = '' }: Pick<Request, 'ip'>): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/.exec(ip)?.[1];
  return v4 ?? (ip.includes('::') ? (ip.split('::')[0] ?? '') : ip).split(':').slice(0, 4).join(':');
}
