import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import type { Log } from '../log.ts';
import { type Span, spans } from '../tracing/span.ts';
import { type Message, type PublishResult, UnpublishableMessage } from './channel-publisher.ts';
import type { OutboxRepository, OutboxRow } from './outbox.ts';
import { sendRow } from './send-row.ts';

const NOW = Date.parse('2024-12-01T10:00:00Z');
const log = pino({ level: 'silent' });

beforeAll(() => {
  jest.useFakeTimers({ now: NOW });
});
afterAll(() => {
  jest.useRealTimers();
});

const row = (changes: Partial<OutboxRow> = {}): OutboxRow => ({
  _id: 'e1',
  type: 'ticket.issued.v1',
  body: '{"id":"e1"}',
  writtenAt: new Date(NOW),
  dueAt: new Date(0),
  refusals: 0,
  ...changes,
});

/** Sends a row to a broker with this response. Returns what was sent, and how the row was postponed. */
async function send(sentRow: OutboxRow, respond: () => Promise<PublishResult>, usedLog: Log = log) {
  const messages: Message[] = [];
  const postponed: unknown[][] = [];
  const rows: OutboxRepository = {
    claim: async () => [],
    markPublished: async () => {},
    postpone: async (...postponement) => void postponed.push(postponement),
  };
  const publish = (message: Message) => {
    messages.push(message);
    return respond();
  };
  return { done: await sendRow(sentRow, { rows, log: usedLog, publish }), messages, postponed };
}

test('removes a row that the broker confirmed', async () => {
  const { done, messages, postponed } = await send(row(), async () => 'taken');
  expect(done).toBe(true);
  expect(messages).toEqual([
    { id: 'e1', exchange: 'portal.events', routingKey: 'ticket.issued.v1', body: Buffer.from('{"id":"e1"}') },
  ]);
  expect(postponed).toEqual([]);
});

test.each([
  { waited: 0, inMs: 1000 },
  { waited: 5000, inMs: 5000 },
  { waited: 600_000, inMs: 30_000 },
])(
  'postpones an unroutable event that has waited $waited ms by another $inMs ms',
  async ({ waited, inMs }) => {
    const sent = await send(row({ writtenAt: new Date(NOW - waited) }), async () => 'nobody');
    expect(sent).toMatchObject({ done: false, postponed: [['e1', { inMs }]] });
  },
);

test.each([
  { refusals: 0, postponement: { inMs: 1000, refusals: 1, parked: false } },
  { refusals: 3, postponement: { inMs: 8000, refusals: 4, parked: false } },
  { refusals: 6, postponement: { inMs: 64_000, refusals: 7, parked: false } },
  { refusals: 7, postponement: { inMs: 3_600_000, refusals: 8, parked: true } },
  { refusals: 20, postponement: { inMs: 3_600_000, refusals: 21, parked: true } },
])(
  'postpones a row longer after each rejection ($refusals so far), and parks it from the eighth on',
  async ({ refusals, postponement }) => {
    const sent = await send(row({ refusals }), async () => {
      throw new UnpublishableMessage('no');
    });
    expect(sent).toMatchObject({ done: false, postponed: [['e1', postponement]] });
  },
);

test('retries in a second after a lost connection, and counts no rejection', async () => {
  const sent = await send(row({ refusals: 2 }), async () => {
    throw new Error('channel closed');
  });
  expect(sent.done).toBe(false);
  expect(sent.postponed).toEqual([['e1', { inMs: 1000 }]]);
});

test("passes `after-publish` between the broker's confirm and the outbox's update", async () => {
  const steps: string[] = [];
  const recordFailpoint = (failpoint: unknown) => void steps.push((failpoint as { name: string }).name);
  subscribe('archaka:boundary', recordFailpoint);
  const { postponed } = await send(row(), async () => {
    steps.push('answered');
    return 'nobody';
  }).finally(() => unsubscribe('archaka:boundary', recordFailpoint));
  expect(steps).toEqual(['answered', 'after-publish']);
  expect(postponed).toHaveLength(1);
});

test("is traced as a child of the trace that the event's body names", async () => {
  const recorded: Span[] = [];
  const record = (span: unknown) => void recorded.push({ ...(span as Span) });
  spans.start.subscribe(record);
  const body = JSON.stringify({ id: 'e1', traceparent: '00-trace-span-01' });
  await send(row({ body }), async () => 'taken').finally(() => spans.start.unsubscribe(record));
  expect(recorded.map(({ parent, ...span }) => ({ ...span, parent: parent?.() }))).toEqual([
    {
      name: 'publish ticket.issued.v1',
      kind: 'producer',
      attributes: { 'messaging.system': 'rabbitmq', 'messaging.message.id': 'e1' },
      parent: '00-trace-span-01',
    },
  ]);
});

test('logs a rejection with the id of the event and the number of rejections, and none of its data', async () => {
  const lines: string[] = [];
  const recordingLog = pino(
    { base: null, timestamp: false },
    { write: (line: string) => void lines.push(line) },
  );
  const rejected = row({ refusals: 7, body: '{"mobile":"9876543210"}' });
  const respond = async () => {
    throw new UnpublishableMessage('no');
  };
  await send(rejected, respond, recordingLog);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 50, event: 'e1', refusals: 8, err: expect.anything() }),
  ]);
  expect(lines.join()).not.toContain('9876543210');
});
