import { randomUUID } from 'node:crypto';
import type { Envelope, EventDefinition } from '@archaka/contracts';
import type { Model } from 'mongoose';
import type { Events } from '../context.ts';
import { currentScope, traceOf } from '../scope.ts';
import type { OpenDatabase } from '../store/database.ts';
import { newRow, type OutboxRow } from './outbox.ts';

interface Publishing {
  readonly db: OpenDatabase;
  readonly outbox: Model<OutboxRow>;
  /** The service's name. */
  readonly source: string;
  readonly publishes: readonly EventDefinition[];
  /** Tells the relay that there is something to send. */
  readonly wake: () => void;
}

/** Publishes by writing to the outbox, in the transaction of the change that the event tells of. */
export function eventsOf({ db, outbox, source, publishes, wake }: Publishing): Events {
  const known = new Set(publishes.map(({ type }) => type));

  return {
    async publish({ type, data: schema }, data) {
      if (!known.has(type)) throw new Error(`${source} does not publish ${type}`);
      db.afterCommit(wake);
      const envelope: Envelope = {
        specversion: '1.0',
        id: randomUUID(),
        source,
        type,
        time: new Date().toISOString(),
        datacontenttype: 'application/json',
        ...traceOf(currentScope()?.traceparent),
        data: schema.parse(data),
      };
      await outbox.create([newRow({ _id: envelope.id, type, body: JSON.stringify(envelope) })]);
    },
  };
}
