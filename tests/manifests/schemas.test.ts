import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractKubernetesSchemas, findOrInstallKubeconform } from '@archaka/engines';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Certificate } from '@kubernetes-models/cert-manager/cert-manager.io/v1/Certificate';
import { Issuer } from '@kubernetes-models/cert-manager/cert-manager.io/v1/Issuer';
import { ExternalSecret } from '@kubernetes-models/external-secrets/external-secrets.io/v1/ExternalSecret';
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import { TriggerAuthentication } from '@kubernetes-models/keda/keda.sh/v1alpha1/TriggerAuthentication';
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor';
import { PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule';
import { stringify } from 'yaml';
import { INSTALL_TIMEOUT_MS, type Manifest, OVERLAYS, renderManifests } from './render.ts';

/** The published model of an operator's kind. */
type Model = new (data: never) => { validate(): void };

const models: Record<string, Model> = {
  Certificate,
  ExternalSecret,
  Issuer,
  ScaledObject,
  TriggerAuthentication,
  PodMonitor,
  PrometheusRule,
};

/** No known package contains their schemas; backing-services.test.ts checks their important fields. */
const UNCHECKED_KINDS = ['MongoDBCommunity', 'RabbitmqCluster'];

const isKubernetes = ({ apiVersion }: Manifest) =>
  !apiVersion.includes('.') || /^(?:[a-z]+\.k8s\.io)\//.test(apiVersion);

/** Returns the name of a schema's file: `deployment-apps-v1`. */
function toSchemaName({ apiVersion, kind }: Manifest): string {
  const [group = '', version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  return [kind.toLowerCase(), group.split('.')[0], version].filter(Boolean).join('-');
}

let folder: string;
const manifests: Manifest[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'schemas-'));
  // The first one builds kustomize, once.
  for (const overlay of OVERLAYS) manifests.push(...(await renderManifests(overlay)));
  const kinds = new Set(manifests.filter(isKubernetes).map(toSchemaName));
  await extractKubernetesSchemas([...kinds], { folder });
}, INSTALL_TIMEOUT_MS);
afterAll(() => rm(folder, { recursive: true }));

/** The errors that kubeconform finds. */
async function findFaults(checkedManifests: readonly Manifest[]): Promise<string[]> {
  const kubeconform = await findOrInstallKubeconform();
  const location = join(folder, '{{.ResourceKind}}{{.KindSuffix}}.json');
  const { stdout } = spawnSync(kubeconform, ['-schema-location', location, '-output', 'json', '-strict'], {
    input: checkedManifests.map((manifest) => stringify(manifest)).join('---\n'),
    encoding: 'utf8',
  });
  const { resources = [] } = JSON.parse(stdout) as { resources?: { name: string; msg: string }[] };
  return resources.map(({ name, msg }) => `${name}: ${msg}`);
}

test('matches the schemas of Kubernetes in every field', async () => {
  expect(await findFaults(manifests.filter(isKubernetes))).toEqual([]);
});

test('reports a field that is unknown to Kubernetes', async () => {
  const [deployment] = manifests.filter(({ kind }) => kind === 'Deployment');
  const misspeltManifest = {
    ...deployment,
    spec: { ...Object(deployment).spec, minReadySecond: 5 },
  } as Manifest;
  expect(await findFaults([misspeltManifest])).toEqual([expect.stringContaining('minReadySecond')]);
});

test('matches the models of the operators’ kinds', () => {
  const faults = manifests.filter((manifest) => !isKubernetes(manifest)).flatMap(findModelFaults);
  expect(faults).toEqual([]);
});

function findModelFaults(manifest: Manifest): string[] {
  const { kind, metadata } = manifest;
  if (UNCHECKED_KINDS.includes(kind)) return [];
  const ModelClass = models[kind];
  if (!ModelClass) return [`${kind} ${metadata.name}: no schema describes this kind`];
  try {
    new ModelClass(manifest as never).validate();
    return [];
  } catch (error) {
    return [`${kind} ${metadata.name}: ${(error as Error).message}`];
  }
}
