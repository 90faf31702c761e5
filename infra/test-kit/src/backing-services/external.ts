import type { Rabbitmqctl } from './rabbitmqctl.ts';

/** The stores of TEST_MONGO_URL and TEST_AMQP_URL; TEST_RABBITMQCTL permits a separate vhost for each suite. */
export function findExternalBackingServices(
  { TEST_MONGO_URL: mongoUrl, TEST_AMQP_URL: amqpUrl, TEST_RABBITMQCTL: ctl } = process.env,
): BackingServices | undefined {
  if (!mongoUrl || !amqpUrl) return undefined;
  return { mongoUrl, amqpUrl, kind: 'given', ctl: ctl ? JSON.parse(ctl) : undefined, stop: async () => {} };
}

/** Whether the run that started the stores ends them, so that suites need not clean up. */
export const endsWithRun = (): boolean => process.env.TEST_STORES_END === 'with-the-run';

/** The variables with the addresses of running stores. */
export const toBackingServiceVariables = ({
  mongoUrl,
  amqpUrl,
  ctl,
}: BackingServices): Record<string, string> => ({
  TEST_MONGO_URL: mongoUrl,
  TEST_AMQP_URL: amqpUrl,
  ...(ctl && { TEST_RABBITMQCTL: JSON.stringify(ctl) }),
});

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
