import type { Rabbitmqctl } from './rabbitmqctl.ts';

/** A MongoDB replica set and a RabbitMQ. */
export interface BackingServices {
  /** Without a database. */
  mongoUrl: string;
  /** Without a vhost. */
  amqpUrl: string;
  /** `given`: they ran before, and must not be stopped. */
  kind: 'containers' | 'processes' | 'given';
  /** How to administer the broker, if possible. */
  ctl?: Rabbitmqctl | undefined;
  /** Ends the started stores. */
  stop: () => Promise<void>;
}
