import { EventEmitter } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import type { ConfirmChannel, Options } from 'amqplib';
import type { Broker } from '../broker.ts';
import { createOutboxRow, type Outbox, type OutboxRow } from '../outbox.ts';

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

export const buildOutboxRow = (_id: string, tries = 0): OutboxRow => ({
  ...createOutboxRow({ _id, type: 'ticket.issued.v1', body: '{}' }),
  tries,
});

type Claim = Parameters<Outbox['rows']['claim']>[0];
type Claims = Awaited<ReturnType<Outbox['rows']['claim']>>;

export function createFakeOutbox(waiting: OutboxRow[]) {
  let isFailing = false;
  const firstPublished = Promise.withResolvers<void>();
  const outbox = {
    somePublished: firstPublished.promise,
    claims: [] as Claim[],
    published: [] as (readonly string[])[],
    postponed: [] as string[],
    onClaim: () => {},
    add: (row: OutboxRow) => void waiting.push(row),
    failOnce: () => {
      isFailing = true;
    },
    rows: {
      async claim(claim: Claim): Promise<Claims> {
        outbox.claims.push(claim);
        outbox.onClaim();
        if (isFailing) {
          isFailing = false;
          throw new Error('the store does not answer');
        }
        const isNew = isDeepStrictEqual(claim.where, { tries: 0 });
        const claimed = waiting.filter(({ tries }) => (tries === 0) === isNew).slice(0, claim.limit);
        for (const row of claimed) waiting.splice(waiting.indexOf(row), 1);
        const lease = 'a lease';
        return claimed.map((row) => ({
          ...{ row, lease, attempts: row.tries },
          ...{ claimedAt: new Date(), isAbandoned: false },
        }));
      },
      async postpone({ row }: { readonly row: OutboxRow }) {
        outbox.postponed.push(row._id);
      },
    },
    async markPublished(ids: readonly string[]) {
      outbox.published.push(ids);
      firstPublished.resolve();
    },
  };
  return outbox;
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
