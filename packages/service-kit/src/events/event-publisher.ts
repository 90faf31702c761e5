import { randomUUID } from 'node:crypto';
import type { Envelope, EventDefinition } from '@archaka/contracts';
import type * as z from 'zod';
import type { OpenDatabase } from '../persistence/database.ts';
import { currentScope, toTrace } from '../scope.ts';
import type { EventSealing } from './event-sealing.ts';
import type { Outbox } from './outbox.ts';

export interface EventPublisher {
  /** Joins the current transaction. @throws outside one, or for an event that the service does not publish. */
  publish<Data extends z.ZodType>(definition: EventDefinition<Data>, data: z.input<Data>): Promise<void>;
}

interface EventPublisherOptions {
  readonly db: OpenDatabase;
  readonly outbox: Outbox;
  readonly source: string;
  readonly publishedEvents: readonly EventDefinition[];
  readonly sealing: Pick<EventSealing, 'sealData'>;
  readonly notifyRelay: () => void;
}

export function createEventPublisher({
  db,
  outbox,
  source,
  publishedEvents,
  sealing,
  notifyRelay,
}: EventPublisherOptions): EventPublisher {
  const publishedTypes = new Set(publishedEvents.map(({ type }) => type));

  return {
    async publish(definition, data) {
      const { type, data: schema } = definition;
      if (!publishedTypes.has(type)) throw new Error(`${source} does not publish ${type}`);
      db.afterCommit(notifyRelay);
      const plain: Envelope = {
        specversion: '1.0',
        id: randomUUID(),
        source,
        type,
        time: new Date().toISOString(),
        datacontenttype: 'application/json',
        ...toTrace(currentScope()?.traceparent),
        data: schema.parse(data),
      };
      const body = JSON.stringify(sealing.sealData(plain, definition));
      await outbox.add({ _id: plain.id, type, body });
    },
  };
}
