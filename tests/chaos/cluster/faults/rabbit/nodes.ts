import { answersHandshake } from '@archaka/engines';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { waitUntil } from '../../../watch/readiness.ts';
import type { RabbitSite } from '../../engines.ts';
import { listQueues } from '../../queues.ts';
import type { ClusterEnvironment } from '../../start-cluster.ts';
import { PROBE_PREFIX } from './probe.ts';

/** Long, since a node that detects its isolation late recovers last. */
const REJOIN_TIMEOUT_MS = scaledTimeout(60_000);
const RESTART_TIMEOUT_MS = scaledTimeout(180_000);

/** Sorts the nodes by the number of queues that they lead, most first. */
export async function rankByLeadership(sites: readonly RabbitSite[]): Promise<readonly RabbitSite[]> {
  const queues = await listQueues((sites[0] as RabbitSite).node);
  const countLed = ({ node }: RabbitSite) => queues.filter(({ leader }) => leader === node.name).length;
  return sites.toSorted((one, other) => countLed(other) - countLed(one));
}

/**
 * Starts the node, and once more when it hangs, as Kubernetes does: Erlang's `global` once failed with `notalive`
 * while another node connected, and the start went no further.
 */
export async function startNode(
  node: RabbitSite['node'],
  report: ClusterEnvironment['report'],
): Promise<void> {
  try {
    await node.start();
  } catch (error) {
    report(`${node.name} hung while it started and is started again: ${(error as Error).message}`);
    await node.start();
  }
}

/** Whether every node responds and sees all replicas of the services' queues online. */
async function isHealthy(sites: readonly RabbitSite[]): Promise<boolean> {
  const answers = await Promise.all(sites.map(({ node }) => answersHandshake(node)));
  if (!answers.every(Boolean)) return false;
  const perNode = await Promise.all(sites.map(({ node }) => listQueues(node).catch(() => [])));
  return perNode.every(
    (queues) =>
      queues.length > 0 &&
      // A probe that was not deleted in time may remain on some nodes only.
      queues.every(({ name, online }) => name.startsWith(PROBE_PREFIX) || online.length === 3),
  );
}

/**
 * Waits until every node is healthy, and restarts those that remain paused, as an operator would. A node of
 * RabbitMQ 3 that paused in a minority can find a partitioned Mnesia when the network returns at that moment; it
 * then never resumes by itself.
 * @throws Error when the restarted nodes do not rejoin either
 */
export async function waitUntilRejoined({
  rabbitSites,
  report,
}: Pick<ClusterEnvironment, 'rabbitSites' | 'report'>): Promise<void> {
  const areHealthy = () => isHealthy(rabbitSites);
  if (await waitUntil(areHealthy, REJOIN_TIMEOUT_MS)) return;
  for (const { node } of rabbitSites) {
    if (await answersHandshake(node)) continue;
    report(`${node.name} did not rejoin by itself and is restarted`);
    await node.kill();
    await startNode(node, report);
  }
  if (!(await waitUntil(areHealthy, RESTART_TIMEOUT_MS)))
    throw new Error('the nodes of RabbitMQ did not form a cluster again');
}
