import { EXCHANGE } from '@archaka/contracts/broker';
import { boundary } from '../boundary.ts';
import type { Log } from '../log.ts';
import { inSpan, type Span } from '../tracing/span.ts';
import type { OutboxRow, OutboxRows } from './outbox.ts';
import { NotSendable, type Publisher } from './publisher.ts';

const AFTER_LOSS_MS = 1000;
/** An event that nobody takes yet waits as long again as it has waited, within these. */
const UNTAKEN_MS = { min: 1000, max: 30_000 };
const MAX_REFUSALS = 8;
const PARKED_MS = 60 * 60_000;

interface Sending {
  readonly rows: OutboxRows;
  readonly log: Log;
  readonly publish: Publisher;
}

async function putOffUntaken(row: OutboxRow, { rows, log }: Sending): Promise<void> {
  const waited = Date.now() - row.writtenAt.getTime();
  const inMs = Math.min(UNTAKEN_MS.max, Math.max(UNTAKEN_MS.min, waited));
  log.info({ event: row._id, type: row.type, in_ms: inMs }, 'nobody takes this event yet');
  await rows.postpone(row._id, { inMs });
}

async function putOffRefused(row: OutboxRow, error: NotSendable, { rows, log }: Sending): Promise<void> {
  const refusals = row.refusals + 1;
  const parked = refusals >= MAX_REFUSALS;
  const entry = { err: error, event: row._id, refusals };
  if (parked) log.error(entry, 'event parked: the broker keeps refusing it');
  else log.warn(entry, 'event refused by the broker');
  await rows.postpone(row._id, { inMs: parked ? PARKED_MS : 1000 * 2 ** row.refusals, refusals, parked });
}

/** A part of what the event was written in. */
const spanOf = ({ _id, type, body }: OutboxRow): Span => ({
  name: `publish ${type}`,
  kind: 'producer',
  attributes: { 'messaging.system': 'rabbitmq', 'messaging.message.id': _id },
  parent: () => JSON.parse(body).traceparent,
});

/** Sends a claimed row; true when it is done with, else it is put off and says so in the log. */
export async function sendRow(row: OutboxRow, sending: Sending): Promise<boolean> {
  try {
    const message = { id: row._id, exchange: EXCHANGE, routingKey: row.type, body: Buffer.from(row.body) };
    const published = await inSpan(spanOf(row), () => sending.publish(message));
    boundary('after-publish');
    if (published === 'taken') return true;
    await putOffUntaken(row, sending);
  } catch (error) {
    if (error instanceof NotSendable) await putOffRefused(row, error, sending);
    else await sending.rows.postpone(row._id, { inMs: AFTER_LOSS_MS });
  }
  return false;
}
