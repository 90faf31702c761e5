import { answersHandshake } from '@archaka/engines';
import type { RabbitSite } from '../../engines.ts';
import { listQueues } from '../../queues.ts';
import { PROBE_PREFIX } from './probe.ts';

/** The nodes by how many of the services' queues they lead, most first. */
export async function rankByLeadership(sites: readonly RabbitSite[]): Promise<readonly RabbitSite[]> {
  const queues = await listQueues((sites[0] as RabbitSite).node);
  const countLed = ({ node }: RabbitSite) => queues.filter(({ leader }) => leader === node.name).length;
  return sites.toSorted((one, other) => countLed(other) - countLed(one));
}

/** Whether every node answers and sees all copies of the services' queues. */
export async function isHealthy(sites: readonly RabbitSite[]): Promise<boolean> {
  const answers = await Promise.all(sites.map(({ node }) => answersHandshake(node)));
  if (!answers.every(Boolean)) return false;
  const perNode = await Promise.all(sites.map(({ node }) => listQueues(node).catch(() => [])));
  return perNode.every(
    (queues) =>
      queues.length > 0 &&
      // A probe that could not be deleted in time may be left on some nodes only.
      queues.every(({ name, online }) => name.startsWith(PROBE_PREFIX) || online.length === 3),
  );
}
