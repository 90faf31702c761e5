import { eventually, type Portal } from '@archaka/test-kit';
import { toOutboxRow } from '../relay/relay.ts';
import { measureMs } from '../statistics.ts';
import type { Samples } from './samples.ts';
import type { Store } from './store.ts';

const READS = 40;
const EVENTS = 2000;
const RELAY_MS = 120_000;
const SERVICES = ['auth', 'application', 'payment', 'ticket'];

export async function measureMetrics(portal: Portal, { measure }: Samples): Promise<void> {
  const { parts } = await portal.running();
  for (const service of SERVICES) {
    const url = `http://localhost:${parts[`svc-${service}`]?.port}/metrics`;
    for (let read = 0; read < READS; read += 1)
      await measure(`metrics of svc-${service}`, async () => (await fetch(url)).text());
  }
}

/** Sends published events again, as after a restore: every inbox recognises them. */
export async function measureRelay({ collection }: Store, { record }: Samples): Promise<void> {
  const outbox = collection('archaka_application.outbox');
  const published = await collection('archaka_application.published').find().limit(EVENTS).toArray();
  const rows = published.map(toOutboxRow);
  const isEmpty = async () => (await outbox.findOne({})) === null;
  const ms = await measureMs(async () => {
    await outbox.insertMany(rows, { ordered: false });
    await eventually(isEmpty, { timeoutMs: RELAY_MS, intervalMs: 20 });
  });
  record('relay of an event', ms / rows.length);
}
