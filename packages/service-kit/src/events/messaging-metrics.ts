import type { Model } from 'mongoose';
import { registerGauges } from '../metrics.ts';
import type { Consumer } from './consumer.ts';
import type { OutboxRow } from './outbox.ts';
import { readOutboxBacklog } from './outbox-backlog.ts';

interface MessagingMetricsOptions {
  readonly outbox: Model<OutboxRow>;
  readonly consumer: Consumer;
}

export function registerMessagingMetrics({ outbox, consumer }: MessagingMetricsOptions): void {
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
}
