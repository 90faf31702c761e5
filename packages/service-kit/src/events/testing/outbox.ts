import type { Broker } from '../broker.ts';
import type { OutboxRow, OutboxRows } from '../outbox.ts';
import { scriptedChannel } from './channel.ts';

export const aRow = (_id: string, refusals = 0): OutboxRow => ({
  _id,
  type: 'ticket.issued.v1',
  body: '{}',
  writtenAt: new Date(),
  dueAt: new Date(0),
  refusals,
});

/** An outbox in memory, in the order of its writing; it keeps what is asked of it. */
export function scriptedRows(waiting: OutboxRow[]) {
  let failing = false;
  const marking = Promise.withResolvers<void>();
  const rows = {
    /** When rows have been marked. */
    somePublished: marking.promise,
    claims: [] as Parameters<OutboxRows['claim']>[0][],
    published: [] as (readonly string[])[],
    postponed: [] as string[],
    whenClaimed: () => {},
    add: (row: OutboxRow) => void waiting.push(row),
    failOnce: () => {
      failing = true;
    },
    async claim(claim: Parameters<OutboxRows['claim']>[0]) {
      rows.claims.push(claim);
      rows.whenClaimed();
      if (failing) {
        failing = false;
        throw new Error('the store does not answer');
      }
      const claimed = waiting
        .filter(({ refusals }) => refusals > 0 === claim.refusedBefore)
        .slice(0, claim.limit);
      for (const row of claimed) waiting.splice(waiting.indexOf(row), 1);
      return claimed;
    },
    async markPublished(sent: readonly OutboxRow[]) {
      rows.published.push(sent.map(({ _id }) => _id));
      marking.resolve();
    },
    async postpone(id: string) {
      rows.postponed.push(id);
    },
  };
  return rows;
}

/**
 * A broker whose channels open and close when the test says so; it takes all but the event
 * `untaken`, and says nothing of `unconfirmed`.
 */
export function scriptedBroker() {
  const setUps: Parameters<Broker['keepChannel']>[0][] = [];
  const { channel, sent, checked, missing } = scriptedChannel(({ options, settle }) => {
    if (options.messageId === 'untaken') channel.emit('return', { properties: options });
    if (options.messageId !== 'unconfirmed') settle();
  });
  let blocked = false;
  let closed = 0;
  return {
    sent,
    checked,
    /** Queues that are not there. */
    missing,
    connected: () => true,
    blocked: () => blocked,
    block: (is: boolean) => {
      blocked = is;
    },
    keepChannel(setUp: (typeof setUps)[number]) {
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
    /** How many of its channels were closed for good. */
    closed: () => closed,
    close: async () => {},
  };
}
