import { topologies } from '@archaka/contracts/broker';
import type { RabbitNode } from '@archaka/engines';

export interface QueueState {
  readonly name: string;
  readonly type: string;
  /** Names of the nodes with a replica. */
  readonly members: readonly string[];
  readonly leader: string;
  readonly online: readonly string[];
}

/** Lists all queues as this node sees them. */
export const listQueues = async (node: RabbitNode): Promise<readonly QueueState[]> =>
  (await node.control('list_queues', 'name', 'type', 'members', 'leader', 'online')) as QueueState[];

/**
 * Asserts that each of the services' queues is a quorum queue of three members.
 * @returns the number of queues
 * @throws Error with the names of the other queues
 */
export async function assertReplicated(node: RabbitNode): Promise<number> {
  const queues = new Map((await listQueues(node)).map((queue) => [queue.name, queue]));
  const names = topologies.flatMap((topology) => topology.queues.map(({ name }) => name));
  const lacking = names.filter((name) => {
    const queue = queues.get(name);
    return queue?.type !== 'quorum' || queue.members.length !== 3;
  });
  if (lacking.length > 0) throw new Error(`not quorum queues of three members: ${lacking.join(', ')}`);
  return names.length;
}
