import { UNSEALED } from '@archaka/contracts';
import { eventually, type Portal } from '@archaka/test-kit';
import type { Store } from './store.ts';
import { goWay, type Walker, type Way } from './ways.ts';

/** The hall pack uses the first centre. */
const DESTINATIONS: readonly { readonly way: Way; readonly centre: number }[] = [
  { way: 'paid', centre: 1 },
  { way: 'unpaid', centre: 1 },
  { way: 'draft', centre: 1 },
  { way: 'paid', centre: 4 },
  { way: 'paid', centre: 9 },
  { way: 'corrected', centre: 4 },
  { way: 'unpaid', centre: 9 },
  { way: 'failed', centre: 4 },
  { way: 'draft', centre: 9 },
  { way: 'stray', centre: 4 },
];

/** Longer than any deferred work for an applicant. */
const SETTLED_MS = 240_000;

/** @throws Error while there is work to publish, seal, print, send or process */
async function assertSettled({ client, listDatabases }: Store): Promise<true> {
  const isDue = { due_at: { $type: 'date', $lte: new Date() } };
  const waiting: [string, object][] = [
    ['outbox', {}],
    ['audit_entries', { block: UNSEALED }],
    ['jobs', {}],
    ['texts', isDue],
    ['evidence', isDue],
  ];
  for (const name of await listDatabases())
    for (const [collection, filter] of waiting) {
      const row = await client.db(name).collection(collection).findOne(filter);
      if (row) throw new Error(`${name}.${collection} has unfinished work: ${JSON.stringify(row)}`);
    }
  return true;
}

/** Waits until the services are quiescent. */
export const settle = (store: Store): Promise<true> =>
  eventually(() => assertSettled(store), { timeoutMs: SETTLED_MS, intervalMs: 500 });

/** Real applicants, the templates of the copies. */
export async function sendWalkers(portal: Portal, store: Store): Promise<Walker[]> {
  const walkers: Walker[] = [];
  for (const destination of DESTINATIONS) walkers.push(await goWay(portal, destination));
  await settle(store);
  return walkers;
}
