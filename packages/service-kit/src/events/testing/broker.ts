import { EventEmitter } from 'node:events';
import type { ConfirmChannel, Options } from 'amqplib';
import type { Broker } from '../broker.ts';
import type { Outbox, OutboxRow } from '../outbox.ts';

interface SentMessage {
  readonly exchange: string;
  readonly routingKey: string;
  readonly body: Buffer;
  readonly options: Options.Publish;
  readonly confirm: (error?: unknown) => void;
}

export function createFakeChannel(onPublish: (sent: SentMessage) => void = () => {}) {
  const sent: SentMessage[] = [];
  const checked: string[] = [];
  const missing = new Set<string>();
  const channel = Object.assign(new EventEmitter(), {
    async checkExchange(exchange: string) {
      checked.push(exchange);
    },
    async checkQueue(queue: string) {
      checked.push(queue);
      if (missing.has(queue)) throw new Error(`NOT_FOUND ${queue}`);
    },
    publish(
      exchange: string,
      routingKey: string,
      body: Buffer,
      options: Options.Publish,
      confirm: SentMessage['confirm'],
    ) {
      const message = { exchange, routingKey, body, options, confirm };
      sent.push(message);
      onPublish(message);
    },
  });
  return { channel: channel as unknown as ConfirmChannel, sent, checked, missing };
}

export const buildOutboxRow = (_id: string, refusals = 0): OutboxRow => ({
  _id,
  type: 'ticket.issued.v1',
  body: '{}',
  writtenAt: new Date(),
  dueAt: new Date(0),
  refusals,
});

export function createFakeOutbox(waiting: OutboxRow[]) {
  let isFailing = false;
  const firstPublished = Promise.withResolvers<void>();
  const rows = {
    somePublished: firstPublished.promise,
    claims: [] as Parameters<Outbox['claim']>[0][],
    published: [] as (readonly string[])[],
    postponed: [] as string[],
    onClaim: () => {},
    add: (row: OutboxRow) => void waiting.push(row),
    failOnce: () => {
      isFailing = true;
    },
    async claim(claim: Parameters<Outbox['claim']>[0]) {
      rows.claims.push(claim);
      rows.onClaim();
      if (isFailing) {
        isFailing = false;
        throw new Error('the store does not answer');
      }
      const claimed = waiting
        .filter(({ refusals }) => refusals > 0 === claim.rejectedBefore)
        .slice(0, claim.limit);
      for (const row of claimed) waiting.splice(waiting.indexOf(row), 1);
      return claimed;
    },
    async markPublished(sent: readonly OutboxRow[]) {
      rows.published.push(sent.map(({ _id }) => _id));
      firstPublished.resolve();
    },
    async postpone(id: string) {
      rows.postponed.push(id);
    },
  };
  return rows;
}

/** The test opens and closes its channels. It routes all events but `untaken`, and never confirms `unconfirmed`. */
export function createFakeBroker() {
  const setUps: Parameters<Broker['openManagedChannel']>[0][] = [];
  const { channel, sent, checked, missing } = createFakeChannel(({ options, confirm }) => {
    if (options.messageId === 'untaken') channel.emit('return', { properties: options });
    if (options.messageId !== 'unconfirmed') confirm();
  });
  let blocked = false;
  let closed = 0;
  return {
    sent,
    checked,
    missing,
    isBlocked: () => blocked,
    block: (value: boolean) => {
      blocked = value;
    },
    openManagedChannel(setUp: (typeof setUps)[number]) {
      setUps.push(setUp);
      return {
        close: async () => {
          closed += 1;
        },
      };
    },
    open: () => {
      for (const setUp of setUps) void setUp(channel).catch(() => undefined);
    },
    closeChannel: () => void channel.emit('close'),
    closed: () => closed,
  };
}
