import type { Request } from 'express';

/** IPv6 as one customer's network (64 bits). Behind the gateway, the client address that it names. */
export function toNetworkKey({ ip = '' }: Pick<Request, 'ip'>): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/.exec(ip)?.[1];
  return v4 ?? (ip.includes('::') ? (ip.split('::')[0] ?? '') : ip).split(':').slice(0, 4).join(':');
}
