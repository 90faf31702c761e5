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
      outbox_events: 'Events that wait to be sent to the broker',
      outbox_oldest_seconds: 'How long the oldest of them waits that is not parked',
      outbox_parked_events: 'Those that the broker keeps refusing',
    },
    () => readOutboxBacklog(outbox),
  );
  registerGauges(
    {
      events_waiting: 'Events that wait in the queue of this service',
      dead_letters: 'Events that this service has given up',
    },
    consumer.queueDepths,
  );
}
