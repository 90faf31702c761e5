import { answersHandshake } from '@archaka/engines';
import type { RabbitSite } from '../../engines.ts';
import { listQueues } from '../../queues.ts';
import { PROBE_PREFIX } from './probe.ts';

/** Sorts the nodes by the number of queues that they lead, most first. */
export async function rankByLeadership(sites: readonly RabbitSite[]): Promise<readonly RabbitSite[]> {
  const queues = await listQueues((sites[0] as RabbitSite).node);
  const countLed = ({ node }: RabbitSite) => queues.filter(({ leader }) => leader === node.name).length;
  return sites.toSorted((one, other) => countLed(other) - countLed(one));
}

/** Whether every node responds and sees all replicas of the services' queues online. */
export async function isHealthy(sites: readonly RabbitSite[]): Promise<boolean> {
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
