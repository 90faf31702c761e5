import { UNSEALED } from '@archaka/contracts';
import { eventually, type Portal } from '@archaka/test-kit';
import type { Store } from './store.ts';
import { goWay, type Walker, type Way } from './ways.ts';

/** The first centre is that of the hall pack. */
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

/** Nothing that the services do for somebody takes longer. */
const SETTLED_MS = 60_000;

/** Whether all that was written has been published, sealed, printed and sent. */
async function isSettled({ client, listDatabases }: Store): Promise<boolean> {
  const isDue = { due_at: { $lte: new Date() } };
  const waiting: [string, object][] = [
    ['outbox', {}],
    ['audit_entries', { block: UNSEALED }],
    ['jobs', {}],
    ['texts', isDue],
    ['evidence', isDue],
  ];
  for (const name of await listDatabases())
    for (const [collection, filter] of waiting)
      if (await client.db(name).collection(collection).findOne(filter)) return false;
  return true;
}

/** Waits until the services have done all that they have to do. */
export const settle = (store: Store): Promise<boolean> =>
  eventually(async () => (await isSettled(store)) || undefined, { timeoutMs: SETTLED_MS });

/** Real people, after whom the copies are made. */
export async function sendWalkers(portal: Portal, store: Store): Promise<Walker[]> {
  const walkers: Walker[] = [];
  for (const destination of DESTINATIONS) walkers.push(await goWay(portal, destination));
  await settle(store);
  return walkers;
}
