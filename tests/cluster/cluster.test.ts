/**
 * The trial overlay on a real Kubernetes: a new local cluster, or that of KUBECONFIG.
 *
 *     npm test -- cluster
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COMPONENTS, eventually, SERVICES } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parseAllDocuments, stringify } from 'yaml';
import { findContainerError } from '../containers/docker.ts';
import { runHappyPath } from '../e2e/happy-path/run-happy-path.ts';
import { measureTraffic, type Traffic } from '../load/traffic.ts';
import type { Manifest } from '../manifests/render.ts';
import { ROOT } from '../stages/stage.ts';
import { type Cluster, getCluster } from './cluster.ts';
import { ALLOWED, listReachable, TARGETS } from './network.ts';
import { killPod, listReadyPods, listScalers, rollOut, waitForRollout } from './pods.ts';
import { deployPortal, type Portal } from './portal.ts';

/** No known module contains its CRD; tests/manifests checks its important fields. */
const UNDEFINED_KIND = 'RabbitmqCluster';

/** Renders the production overlay without the undefined kind. */
async function renderProduction({ kubectl }: Cluster): Promise<Manifest[]> {
  const text = await kubectl('kustomize', join(ROOT, 'infra/k8s/overlays/production'));
  const manifests = parseAllDocuments(text).map((document) => document.toJS() as Manifest);
  return manifests.filter(({ kind }) => kind !== UNDEFINED_KIND);
}

/** Installs the operators' CRDs. */
async function defineKinds({ kubectl, definitions }: Cluster): Promise<void> {
  if (!definitions) return;
  await kubectl('apply', '--server-side', '--filename', definitions);
  await kubectl('wait', '--for=condition=Established', '--timeout=120s', 'crd', '--all');
}

/** Validates the manifests at the API server by a dry run; returns their names. @throws Error when it rejects one */
async function applyOnTrial(
  { kubectl }: Cluster,
  manifests: readonly Manifest[],
  folder: string,
): Promise<string[]> {
  const file = join(folder, 'production.yaml');
  await writeFile(file, manifests.map((manifest) => stringify(manifest)).join('---\n'));
  const options = ['--server-side', '--dry-run=server', '--validate=strict', '--force-conflicts'];
  const answer = await kubectl('apply', ...options, '--output', 'name', '--filename', file);
  return answer.split('\n');
}

/** A first run builds Kubernetes from its sources. */
const START_TIMEOUT_MS = 3_600_000;
const TRAFFIC_TIMEOUT_MS = 1_200_000;
/** Requests a second. GROWTH_RATE is high enough that a component needs another pod. */
const RATE = 20;
const GROWTH_RATE = 100;

const findError = async (): Promise<string | undefined> => {
  if (process.env.KUBECONFIG) return undefined;
  return process.getuid?.() === 0 ? findContainerError() : 'only root can start a cluster.';
};
const error = await findError();
if (error) process.stderr.write(`No cluster: ${error}\n`);

function printTraffic(name: string, { sent, failures, p99Ms, maxUnanswered }: Traffic, ms: number): void {
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
  const rate = `${Math.round((sent / ms) * 1000)} of ${RATE} a second`;
  const latency = `p99 ${Math.round(p99Ms)} ms, ${maxUnanswered} unanswered at most`;
  process.stderr.write(`${name}: ${sent} requests, ${rate}, ${failed} failed, ${latency}\n`);
}

(error ? describe.skip : describe)('the trial on Kubernetes', () => {
  // On disk, since the nodes' unpacked images are too large for a folder in memory.
  const folder = join(ROOT, '.cache/cluster');
  let cluster: Cluster;
  let portal: Portal;
  beforeAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    cluster = await getCluster(folder);
    portal = await deployPortal(cluster, folder);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await cluster?.stop();
    await rm(folder, { recursive: true, force: true });
  }, START_TIMEOUT_MS);

  /** Sends requests during `work` and expects that none fails. */
  async function expectNoFailure(
    name: string,
    work: () => Promise<unknown>,
    kinds: 'all' | 'repeatable' = 'all',
  ): Promise<void> {
    const startedAt = performance.now();
    const traffic = await measureTraffic(work, { origin: portal.origin, kinds, rate: RATE });
    printTraffic(name, traffic, performance.now() - startedAt);
    expect(traffic.failures).toEqual({});
  }

  test('completes the happy path from sign-up to a ticket', async () => {
    await runHappyPath(portal);
  });

  test(
    'fails no request while every component is rolled out again',
    async () => {
      await expectNoFailure('5 rollouts', async () => {
        for (const part of COMPONENTS) await rollOut(cluster, part);
      });
    },
    TRAFFIC_TIMEOUT_MS,
  );

  test(
    'fails no repeatable request when a pod of each service is killed',
    async () => {
      const killServices = async () => {
        for (const part of SERVICES) await killPod(cluster, part);
      };
      await expectNoFailure('4 kills', killServices, 'repeatable');
    },
    TRAFFIC_TIMEOUT_MS,
  );

  test(
    'fails no request while a node is drained',
    async () => {
      const [store] = await listReadyPods(cluster, 'app=mongo-svc');
      const { items } = await cluster.get<{ items: { metadata: { name: string } }[] }>('nodes');
      const node = items.map(({ metadata }) => metadata.name).find((name) => name !== store?.spec.nodeName);
      if (!node) throw new Error('no node without MongoDB, of which there is one member');
      await expectNoFailure(`draining ${node}`, async () => {
        await cluster.kubectl(
          'drain',
          node,
          '--ignore-daemonsets',
          '--delete-emptydir-data',
          '--timeout=600s',
        );
        for (const part of COMPONENTS) await waitForRollout(cluster, part);
      });
      await cluster.kubectl('uncordon', node);
    },
    TRAFFIC_TIMEOUT_MS,
  );

  test(
    'adds a pod to a component that exceeds its share of CPU',
    async () => {
      const countGrown = async () => (await listScalers(cluster)).filter(({ grown }) => grown).length;
      const grow = () =>
        eventually(async () => (await countGrown()) > 0, { timeoutMs: 240_000, intervalMs: 1000 });
      await measureTraffic(grow, { origin: portal.origin, kinds: 'repeatable', rate: GROWTH_RATE });
      process.stderr.write(`${JSON.stringify(await listScalers(cluster))}\n`);
    },
    TRAFFIC_TIMEOUT_MS,
  );

  test('permits a pod to reach its allowed targets only, with the network policies', async () => {
    const sources = Object.keys(ALLOWED);
    for (const source of sources) expect(await listReachable(cluster, source)).toEqual(TARGETS);

    const policies = join(ROOT, 'infra/k8s/network');
    await cluster.kubectl('apply', '--kustomize', policies);
    try {
      await eventually(async () => (await listReachable(cluster, 'razorpay-sim')).length === 0);
      const reached: Record<string, string[]> = {};
      for (const source of sources) reached[source] = (await listReachable(cluster, source)).sort();
      expect(reached).toEqual(
        Object.fromEntries(sources.map((source) => [source, [...(ALLOWED[source] ?? [])].sort()])),
      );
    } finally {
      await cluster.kubectl('delete', '--kustomize', policies);
    }
  });

  test('accepts every field of the production overlay at the API server', async () => {
    await defineKinds(cluster);
    const manifests = await renderProduction(cluster);
    expect(await applyOnTrial(cluster, manifests, folder)).toHaveLength(manifests.length);

    const [budget] = manifests.filter(({ kind }) => kind === 'PodDisruptionBudget');
    const misspelt = { ...budget, spec: { maxUnavailabel: 1 } } as Manifest;
    await expect(applyOnTrial(cluster, [misspelt], folder)).rejects.toThrow(/maxUnavailabel/);
  });
});
