import type { IncomingMessage } from 'node:http';
import express from 'express';

/** Express's own, compiled. */
type IsTrusted = (address: string, hop: number) => boolean;

/** The peer, or a trusted proxy's client, as Express's `request.ip`; IPv4 without its IPv6 prefix. */
export function createClientAddressReader(
  trustedProxies: readonly string[],
): (request: IncomingMessage) => string {
  const isTrusted: IsTrusted = express().set('trust proxy', trustedProxies).get('trust proxy fn');

  return ({ socket, headers }) => {
    let address = socket.remoteAddress ?? '';
    const forwardedFor = headers['x-forwarded-for'];
    if (forwardedFor === undefined) return withoutPrefix(address);
    const hops = String(forwardedFor)
      .split(/\s*,\s*/)
      .reverse();
    for (const [index, hop] of hops.entries()) {
      if (!isTrusted(address, index)) break;
      address = hop.trim();
    }
    return withoutPrefix(address);
  };
}

const withoutPrefix = (address: string): string =>
  address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
