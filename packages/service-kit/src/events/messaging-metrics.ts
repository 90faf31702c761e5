import type { Model } from 'mongoose';
import { registerGauges } from '../metrics.ts';
import type { Database } from '../persistence/database.ts';
import type { Consumer } from './consumer.ts';
import type { OutboxRow } from './outbox.ts';
import { readOutboxBacklog } from './outbox-backlog.ts';

interface MessagingMetricsOptions {
  readonly db: Database;
  readonly outbox: Model<OutboxRow>;
  readonly consumer: Consumer;
}

export function registerMessagingMetrics({ db, outbox, consumer }: MessagingMetricsOptions): void {
  registerGauges(
    {
      outbox_events: 'Events in the outbox that are not published yet',
      outbox_oldest_seconds: 'Age of the oldest event in the outbox that is not parked',
      outbox_parked_events: 'Events parked in the outbox after repeated rejections by the broker',
    },
    () => readOutboxBacklog(outbox),
  );
  registerGauges(
    {
      events_waiting: 'Messages in the queue of this service',
      dead_letters: 'Dead letters of this service',
    },
    consumer.queueDepths,
  );
  registerGauges(
    {
      clock_offset_seconds: 'Clock of this machine minus the clock of the database',
    },
    async () => {
      const sentAt = Date.now();
      const reply = await db.connection.db?.command({ hello: 1 });
      return { clock_offset_seconds: ((sentAt + Date.now()) / 2 - Number(reply?.localTime)) / 1000 };
    },
  );
}
