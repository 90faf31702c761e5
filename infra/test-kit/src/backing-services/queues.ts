import { services } from '@archaka/contracts';
import {
  deadLetterQueue,
  declareTopology,
  eventsQueue,
  type Topology,
  topologies,
} from '@archaka/contracts/broker';
import { type Channel, connect } from 'amqplib';

async function withChannel(amqpUrl: string, work: (channel: Channel) => Promise<unknown>): Promise<void> {
  const connection = await connect(amqpUrl);
  try {
    await work(await connection.createChannel());
  } finally {
    await connection.close();
  }
}

const declareAll = (amqpUrl: string, declared: readonly Topology[]): Promise<void> =>
  withChannel(amqpUrl, (channel) =>
    Promise.all(declared.map((topology) => declareTopology(channel, topology))),
  );

const incomingQueues: readonly string[] = services.flatMap((service) => [
  eventsQueue(`svc-${service}`),
  deadLetterQueue(`svc-${service}`),
]);

/** Without retry queues, which only a running service needs: a quorum queue costs the broker 20 ms. */
const omitRetryQueues = (topology: Topology): Topology => ({
  ...topology,
  queues: topology.queues.filter(({ name }) => incomingQueues.includes(name)),
  bindings: topology.bindings.filter(({ destination }) => incomingQueues.includes(destination)),
});

/** Declares the queues of all services for events and dead letters. */
export const declareIncomingQueues = (amqpUrl: string): Promise<void> =>
  declareAll(amqpUrl, topologies.map(omitRetryQueues));

/** Declares all queues of a component, e.g. `svc-ticket`; a component without queues has none. */
export const declareQueues = (amqpUrl: string, component: string): Promise<void> =>
  declareAll(
    amqpUrl,
    topologies.filter(({ queues }) => queues.some(({ name }) => name === eventsQueue(component))),
  );

/** Deletes the queues of all services. */
export const deleteQueues = (amqpUrl: string): Promise<void> =>
  withChannel(amqpUrl, (channel) =>
    Promise.all(topologies.flatMap(({ queues }) => queues.map(({ name }) => channel.deleteQueue(name)))),
  );
