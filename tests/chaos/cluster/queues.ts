import { topologies } from '@archaka/contracts/broker';
import type { RabbitNode } from '@archaka/engines';

export interface QueueState {
  readonly name: string;
  readonly type: string;
  /** Nodes that hold it, by their names. */
  readonly members: readonly string[];
  readonly leader: string;
  readonly online: readonly string[];
}

/** All queues as a node of the cluster sees them. */
export const listQueues = async (node: RabbitNode): Promise<readonly QueueState[]> =>
  (await node.control('list_queues', 'name', 'type', 'members', 'leader', 'online')) as QueueState[];

/**
 * Looks whether each of the services' queues is held by three nodes.
 * @returns how many queues there are
 * @throws Error that names those that are not
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
