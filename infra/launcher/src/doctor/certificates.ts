import { once } from 'node:events';
import { connect } from 'node:tls';
import type { Seen } from './finding.ts';

const WITHIN_MS = 10_000;
const DAY_MS = 86_400_000;
/** There is time to renew it by day. */
const SOON_DAYS = 30;

/** Until when the certificates hold that the stores show; those of addresses without TLS show none. */
export async function lookAtCertificates(addresses: readonly string[]): Promise<Seen> {
  const ends = await Promise.all(addresses.filter(isTls).map(endAt));
  const [first] = ends.sort((a, b) => a.getTime() - b.getTime());
  if (first === undefined) return { seen: 'none: the stores are reached without TLS' };
  const days = Math.floor((first.getTime() - Date.now()) / DAY_MS);
  const seen = `the first ends on ${first.toISOString().slice(0, 10)}`;
  const renew = 'Renew it (docker compose up --detach certificates) and restart the stores.';
  if (days < 0) return { seen, todo: renew };
  return days < SOON_DAYS ? { seen, advice: renew } : { seen };
}

const isTls = (address: string): boolean => /^amqps:|[?&](tls|ssl)=true/.test(address);

/** Whether it is trusted, others look; here its end is wanted, even if that was yesterday. */
async function endAt(address: string): Promise<Date> {
  const [, host = '', port] = /^[^/]+\/\/(?:[^@/]*@)?([^:/,?]+)(?::(\d+))?/.exec(address) ?? [];
  const fallback = address.startsWith('amqps:') ? 5671 : 27017;
  const socket = connect({
    ...{ host, port: Number(port ?? fallback), servername: host },
    ...{ rejectUnauthorized: false, timeout: WITHIN_MS },
  });
  socket.once('timeout', () => socket.destroy(new Error(`${host} shows no certificate in time`)));
  try {
    await once(socket, 'secureConnect');
    return new Date(socket.getPeerCertificate().valid_to);
  } finally {
    socket.destroy();
  }
}
