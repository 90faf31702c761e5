import type { Service } from '@archaka/contracts';
import { topologies } from '@archaka/contracts/broker';
import type { Connection } from 'mongoose';
import { type BaseConfig, baseConfig } from '../config.ts';
import { createOldDataPattern, EventSealing } from '../events/event-protection.ts';
import { isWaiting } from '../events/outbox.ts';
import type { Database } from '../persistence/database.ts';
import type { KeyRing } from '../sealing/sealing.ts';
import { loadTlsOptions } from '../tls.ts';
import type { OldRows } from './rewrite-rows.ts';
import type { Rotation } from './rotate-keys.ts';

type BrokerConfig = Pick<BaseConfig, 'AMQP_URL' | 'AMQP_CA_FILE'>;

interface EventRow {
  readonly _id: string;
  readonly body: string;
}

/** Only the services can send or handle them, and do so soon. */
async function* rewriteNothing(): AsyncGenerator<never> {}
const untouched = { rows: rewriteNothing, rewrite: async () => undefined };

function findWaitingEvents(connection: Connection, ring: KeyRing): OldRows {
  const rows = connection.collection<EventRow>('outbox');
  return {
    ...untouched,
    name: 'events in the outbox',
    count: () => rows.countDocuments({ ...isWaiting, body: createOldDataPattern(ring) }),
    hint: 'They are published once the broker accepts them: docs/runbooks/OutboxOld.md.',
  };
}

async function countQueuedEvents(service: string, { AMQP_URL, AMQP_CA_FILE }: BrokerConfig): Promise<number> {
  const { connect } = await import('amqplib');
  const connection = await connect(AMQP_URL, loadTlsOptions('AMQP_CA_FILE', AMQP_CA_FILE));
  try {
    const channel = await connection.createChannel();
    const own = topologies
      .flatMap(({ queues }) => queues)
      .filter(({ name }) => name.startsWith(`${service}.`));
    let count = 0;
    for (const { name } of own) count += (await channel.checkQueue(name)).messageCount;
    return count;
  } finally {
    await connection.close();
  }
}

/** Dead letters count: they may be replayed. */
const findQueuedEvents = (service: string, config: BrokerConfig): OldRows => ({
  ...untouched,
  name: 'events in its queues',
  count: () => countQueuedEvents(service, config),
  hint: 'If their number does not fall see docs/runbooks/DeadLetters.md.',
});

/** A restored backup sends these again. */
function findPublishedEvents(connection: Connection, ring: KeyRing): OldRows<EventRow> {
  const rows = connection.collection<EventRow>('outbox');
  const old = { published_at: { $type: 'date' }, body: createOldDataPattern(ring) } as const;
  const sealing = new EventSealing(ring);
  return {
    name: 'published events',
    count: () => rows.countDocuments(old),
    rows: () => rows.find(old),
    rewrite: async ({ _id, body }) => {
      const event = sealing.openData(JSON.parse(body));
      const sealed = sealing.sealData(event, { isPersonal: true });
      await rows.updateOne({ _id, body }, { $set: { body: JSON.stringify(sealed) } });
    },
  };
}

export const eventDataConfig = baseConfig.pick({
  AMQP_URL: true,
  AMQP_CA_FILE: true,
  EVENT_DATA_KEYS: true,
});

interface RotationInput {
  readonly db: Pick<Database, 'connection'>;
  readonly config: BrokerConfig & Pick<BaseConfig, 'EVENT_DATA_KEYS'>;
}

/** Checks the outbox first: events that leave it are then in a queue or published. */
export function createEventDataRotation(service: Service, { db, config: values }: RotationInput): Rotation {
  const { EVENT_DATA_KEYS: ring } = values;
  return {
    variable: 'EVENT_DATA_KEYS',
    ring,
    isShared: true,
    oldRows: [
      findWaitingEvents(db.connection, ring),
      findQueuedEvents(`svc-${service}`, values),
      findPublishedEvents(db.connection, ring) as OldRows,
    ],
  };
}
