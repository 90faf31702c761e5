import { mapServices, type Service, services } from '../services.ts';
import { events } from './index.ts';

/** The broker operator declares this table. Queue arguments never change, since RabbitMQ rejects redeclaration. */
export const EXCHANGE = 'portal.events';

export const eventsQueue = (service: string): string => `${service}.events`;
export const deadLetterQueue = (service: string): string => `${service}.dead`;
export const retryQueue = (service: string, ms: number): string => `${service}.retry.${ms}`;
/** Limits a service's user to its own queues, by their names. */
export const requeueExchange = (service: string): string => `${service}.requeue`;

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Milliseconds before each further attempt; after the last one the message moves to the dead letters: docs/runbooks/DeadLetters.md. */
export const RETRY_DELAYS: readonly number[] = [
  SECOND,
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  ...Array<number>(6).fill(10 * MINUTE),
];

/** Spares messages beside one that kills its consumer; the inbox counts poison. */
const DELIVERY_LIMIT = 20;
/** Practically unlimited: reading dead letters returns them, which counts as a delivery. */
const NO_DELIVERY_LIMIT = 1_000_000_000;

type Arguments = Readonly<Record<string, string | number>>;

export interface Topology {
  readonly exchanges: readonly { readonly name: string; readonly type: 'topic' | 'direct' }[];
  readonly queues: readonly { readonly name: string; readonly arguments: Arguments }[];
  readonly bindings: readonly {
    readonly source: string;
    readonly destination: string;
    readonly routing_key: string;
  }[];
}

const quorum = { 'x-queue-type': 'quorum' };
const deadLetterTo = (queue: string): Arguments => ({
  'x-dead-letter-exchange': '',
  'x-dead-letter-routing-key': queue,
  'x-dead-letter-strategy': 'at-least-once',
  'x-overflow': 'reject-publish',
});

interface ConsumerQueues {
  readonly service: string;
  readonly types: readonly string[];
  readonly delays: readonly number[];
}

export function createTopology({ service, types, delays }: ConsumerQueues): Topology {
  const incomingQueue = eventsQueue(service);
  const retries = [...new Set(delays)].map((ms) => ({
    name: retryQueue(service, ms),
    arguments: { ...quorum, 'x-message-ttl': ms, ...deadLetterTo(incomingQueue) },
  }));
  const queues = [
    {
      name: incomingQueue,
      arguments: { ...quorum, 'x-delivery-limit': DELIVERY_LIMIT, ...deadLetterTo(deadLetterQueue(service)) },
    },
    ...retries,
    { name: deadLetterQueue(service), arguments: { ...quorum, 'x-delivery-limit': NO_DELIVERY_LIMIT } },
  ];
  const requeue = requeueExchange(service);
  return {
    exchanges: [
      { name: EXCHANGE, type: 'topic' },
      { name: requeue, type: 'direct' },
    ],
    queues,
    bindings: [
      ...types.map((type) => ({ source: EXCHANGE, destination: incomingQueue, routing_key: type })),
      ...queues.map(({ name }) => ({ source: requeue, destination: name, routing_key: name })),
    ],
  };
}

const findConsumedTypes = (service: Service): string[] =>
  events
    .filter(({ consumers }) => (consumers as readonly Service[]).includes(service))
    .map(({ type }) => type);

export const topologies: readonly Topology[] = services.map((service) =>
  createTopology({ service: `svc-${service}`, types: findConsumedTypes(service), delays: RETRY_DELAYS }),
);

interface DeclaringChannel {
  assertExchange(name: string, type: string, options: { durable: boolean }): PromiseLike<unknown>;
  assertQueue(name: string, options: { durable: boolean; arguments: Arguments }): PromiseLike<unknown>;
  bindQueue(queue: string, exchange: string, routingKey: string): PromiseLike<unknown>;
}

/** Each queue with its bindings, and the dead letters last: a publisher that sees them has the consumer's bindings. */
export async function declareTopology(
  channel: DeclaringChannel,
  { exchanges, queues, bindings }: Topology,
): Promise<void> {
  for (const { name, type } of exchanges) await channel.assertExchange(name, type, { durable: true });
  for (const queue of queues) {
    await channel.assertQueue(queue.name, { durable: true, arguments: queue.arguments });
    for (const { source, destination, routing_key } of bindings) {
      if (destination === queue.name) await channel.bindQueue(destination, source, routing_key);
    }
  }
}

export type BrokerPasswords = Readonly<Record<Service, string>>;

const matchExactly = (...names: string[]): string =>
  `^(${names.map((name) => name.replaceAll('.', '\\.')).join('|')})$`;
const matchNothing = '^$';

const findPublishedTypes = (service: Service): string[] =>
  events.filter(({ producer }) => producer === service).map(({ type }) => type);

/** A service's user reads its own queues, and writes its own events and queues. */
function createPermissions(service: Service, vhost: string) {
  const name = `svc-${service}`;
  const types = findPublishedTypes(service);
  return {
    permission: {
      user: name,
      vhost,
      configure: matchNothing,
      write: matchExactly(...(types.length > 0 ? [EXCHANGE] : []), requeueExchange(name)),
      read: matchExactly(eventsQueue(name), deadLetterQueue(name)),
    },
    topicPermission: {
      user: name,
      vhost,
      exchange: EXCHANGE,
      write: types.length > 0 ? matchExactly(...types) : matchNothing,
      read: matchNothing,
    },
  };
}

export function createBrokerDefinitions(passwords: BrokerPasswords, vhost = '/') {
  const common = { vhost, durable: true, auto_delete: false };
  const access = Object.values(mapServices((service) => createPermissions(service, vhost)));
  const exchanges = new Map(topologies.flatMap((each) => each.exchanges).map((each) => [each.name, each]));
  return {
    vhosts: [{ name: vhost }],
    users: services.map((service) => ({ name: `svc-${service}`, password: passwords[service], tags: '' })),
    permissions: access.map(({ permission }) => permission),
    topic_permissions: access.map(({ topicPermission }) => topicPermission),
    exchanges: [...exchanges.values()].map((each) => ({
      ...each,
      ...common,
      internal: false,
      arguments: {},
    })),
    queues: topologies.flatMap(({ queues }) => queues).map((each) => ({ ...each, ...common })),
    bindings: topologies
      .flatMap(({ bindings }) => bindings)
      .map((each) => ({ ...each, vhost, destination_type: 'queue', arguments: {} })),
  };
}
