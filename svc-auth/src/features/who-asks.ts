import { textOf } from '@archaka/contracts';
import type { Request } from 'express';

/** The body's mobile number when it is one: limits count nothing else. */
export function mobileOf(body: Readonly<Record<string, unknown>>): string | undefined {
  const number = textOf(body.number);
  return /^\d{10}$/.test(number) ? number : undefined;
}

/** The client's address for limits; of an IPv6 address the network that one customer has (64 bits). */
export function addressOf({ ip = '' }: Request): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/.exec(ip)?.[1];
  return v4 ?? (ip.includes('::') ? (ip.split('::')[0] ?? '') : ip).split(':').slice(0, 4).join(':');
}
