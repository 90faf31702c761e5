import type { Rabbitmqctl } from './rabbitmqctl.ts';

/** A MongoDB replica set and a RabbitMQ. */
export interface BackingServices {
  /** Without a database. */
  mongoUrl: string;
  /** Without a vhost. */
  amqpUrl: string;
  /** `given`: they ran before, and are not ours to stop. */
  kind: 'containers' | 'processes' | 'given';
  /** How to administer the broker, where that is possible. */
  ctl?: Rabbitmqctl | undefined;
  /** Ends what was started. */
  stop: () => Promise<void>;
}
