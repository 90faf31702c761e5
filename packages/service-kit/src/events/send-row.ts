import { EXCHANGE } from '@archaka/contracts/broker';
import { failpoint } from '../failpoint.ts';
import type { Log } from '../log.ts';
import { runInSpan, type Span } from '../tracing/span.ts';
import { type Publisher, UnpublishableMessage } from './channel-publisher.ts';
import type { OutboxRepository, OutboxRow } from './outbox.ts';

const CONNECTION_LOSS_DELAY_MS = 1000;
/** An unroutable event waits as long again as it has waited, within these bounds. */
const UNROUTABLE_DELAY_MS = { min: 1000, max: 30_000 };
const MAX_REJECTIONS = 8;
const PARKED_DELAY_MS = 60 * 60_000;

interface SendContext {
  readonly rows: OutboxRepository;
  readonly log: Log;
  readonly publish: Publisher;
}

async function postponeUnroutable(row: OutboxRow, { rows, log }: SendContext): Promise<void> {
  const waitedMs = Date.now() - row.writtenAt.getTime();
  const inMs = Math.min(UNROUTABLE_DELAY_MS.max, Math.max(UNROUTABLE_DELAY_MS.min, waitedMs));
  log.info(
    { event: row._id, type: row.type, in_ms: inMs },
    'a consumer of this event has no queue yet; publishing is retried',
  );
  await rows.postpone(row._id, { inMs });
}

async function postponeRejected(
  row: OutboxRow,
  error: UnpublishableMessage,
  { rows, log }: SendContext,
): Promise<void> {
  const refusals = row.refusals + 1;
  const parked = refusals >= MAX_REJECTIONS;
  const logEntry = { err: error, event: row._id, refusals };
  if (parked) log.error(logEntry, 'event parked after repeated rejections: docs/runbooks/OutboxParked.md');
  else log.warn(logEntry, 'event rejected by the broker; publishing is retried');
  await rows.postpone(row._id, {
    inMs: parked ? PARKED_DELAY_MS : 1000 * 2 ** row.refusals,
    refusals,
    parked,
  });
}

const toSpan = ({ _id, type, body }: OutboxRow): Span => ({
  name: `publish ${type}`,
  kind: 'producer',
  attributes: { 'messaging.system': 'rabbitmq', 'messaging.message.id': _id },
  parent: () => JSON.parse(body).traceparent,
});

/** Returns false for a row that is postponed and logged. */
export async function sendRow(row: OutboxRow, context: SendContext): Promise<boolean> {
  try {
    const message = { id: row._id, exchange: EXCHANGE, routingKey: row.type, body: Buffer.from(row.body) };
    const result = await runInSpan(toSpan(row), () => context.publish(message));
    failpoint('after-publish');
    if (result === 'taken') return true;
    await postponeUnroutable(row, context);
  } catch (error) {
    if (error instanceof UnpublishableMessage) await postponeRejected(row, error, context);
    else await context.rows.postpone(row._id, { inMs: CONNECTION_LOSS_DELAY_MS });
  }
  return false;
}
