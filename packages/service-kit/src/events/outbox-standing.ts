import type { Model } from 'mongoose';
import { waitingIn } from '../store/waiting.ts';
import type { OutboxRow } from './outbox.ts';

/** What is in the outbox, by the names of its metrics. */
export async function outboxStanding(model: Model<OutboxRow>) {
  const { rows, oldestSeconds, parked } = await waitingIn(model, {
    since: '$writtenAt',
    isParked: '$parked',
  });
  return { outbox_events: rows, outbox_oldest_seconds: oldestSeconds, outbox_parked_events: parked };
}
