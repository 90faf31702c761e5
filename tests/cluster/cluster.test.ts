/**
 * The trial on a real Kubernetes: one that is started here, or that of KUBECONFIG.
 *
 *     npm test -- cluster
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findContainerError } from '../containers/docker.ts';
import { runHappyPath } from '../e2e/happy-path/run-happy-path.ts';
import type { Manifest } from '../manifests/render.ts';
import { ROOT } from '../stages/stage.ts';
import { type Cluster, getCluster } from './cluster.ts';
import { ALLOWED, listReachable, TARGETS } from './network.ts';
import { deployPortal, type Portal } from './portal.ts';
import { applyOnTrial, defineKinds, renderProduction } from './production.ts';

/** A first run builds Kubernetes from its sources. */
const START_TIMEOUT_MS = 3_600_000;

const findError = async (): Promise<string | undefined> => {
  if (process.env.KUBECONFIG) return undefined;
  return process.getuid?.() === 0 ? findContainerError() : 'only root can start a cluster.';
};
const error = await findError();
if (error) process.stderr.write(`No cluster: ${error}\n`);

(error ? describe.skip : describe)('the trial on Kubernetes', () => {
  let folder: string;
  let cluster: Cluster;
  let portal: Portal;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'archaka-cluster-'));
    cluster = await getCluster(folder);
    portal = await deployPortal(cluster, folder);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await cluster?.stop();
    await rm(folder, { recursive: true, force: true });
  }, START_TIMEOUT_MS);

  test('the way from sign-up to a ticket is the same as without a cluster', async () => {
    await runHappyPath(portal);
  });

  test('with the network policies a pod reaches what it may and nothing else', async () => {
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

  test('the API server takes the production overlay, every field of every kind', async () => {
    await defineKinds(cluster);
    const manifests = await renderProduction(cluster);
    expect(await applyOnTrial(cluster, manifests, folder)).toHaveLength(manifests.length);

    const [budget] = manifests.filter(({ kind }) => kind === 'PodDisruptionBudget');
    const misspelt = { ...budget, spec: { maxUnavailabel: 1 } } as Manifest;
    await expect(applyOnTrial(cluster, [misspelt], folder)).rejects.toThrow(/maxUnavailabel/);
  });
});
