import { once } from 'node:events';
import { connect } from 'node:tls';
import type { CheckResult } from './run-checks.ts';

const TIMEOUT_MS = 10_000;
const DAY_MS = 86_400_000;
/** Enough time for a planned renewal. */
const RENEWAL_DAYS = 30;

/** Expiry of the stores' certificates; empty for addresses without TLS. */
export async function checkCertificates(addresses: readonly string[]): Promise<CheckResult> {
  const expiries = await Promise.all(addresses.filter(isTls).map(fetchExpiry));
  const [first] = expiries.sort((a, b) => a.getTime() - b.getTime());
  if (first === undefined) return { seen: 'none: connections to the stores do not use TLS' };
  const days = Math.floor((first.getTime() - Date.now()) / DAY_MS);
  const seen = `the first expires on ${first.toISOString().slice(0, 10)}`;
  const renewalAdvice = 'Renew it (docker compose up --detach certificates) and restart the stores.';
  if (days < 0) return { seen, todo: renewalAdvice };
  return days < RENEWAL_DAYS ? { seen, advice: renewalAdvice } : { seen };
}

const isTls = (address: string): boolean => /^amqps:|[?&](tls|ssl)=true/.test(address);

/** Skips verification, which other checks do: the expiry is read also from an expired certificate. */
async function fetchExpiry(address: string): Promise<Date> {
  const [, host = '', port] = /^[^/]+\/\/(?:[^@/]*@)?([^:/,?]+)(?::(\d+))?/.exec(address) ?? [];
  const fallback = address.startsWith('amqps:') ? 5671 : 27017;
  const socket = connect({
    ...{ host, port: Number(port ?? fallback), servername: host },
    ...{ rejectUnauthorized: false, timeout: TIMEOUT_MS },
  });
  socket.once('timeout', () => socket.destroy(new Error(`${host} presented no certificate in time`)));
  try {
    await once(socket, 'secureConnect');
    return new Date(socket.getPeerCertificate().valid_to);
  } finally {
    socket.destroy();
  }
}
