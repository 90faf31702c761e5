/**
 * The trial on a real Kubernetes: one that is started here, or that of KUBECONFIG.
 *
 *     npm test -- cluster
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from '@jest/globals';
import { findContainerError } from '../containers/docker.ts';
import { runHappyPath } from '../e2e/happy-path/run-happy-path.ts';
import { type Cluster, getCluster } from './cluster.ts';
import { deployPortal, type Portal } from './portal.ts';

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
});
