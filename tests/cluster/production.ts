import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import type { Manifest } from '../manifests/render.ts';
import { ROOT } from '../stages/stage.ts';
import type { Cluster } from './cluster.ts';

/** No known module contains its CRD; tests/manifests checks its important fields. */
const UNDEFINED_KIND = 'RabbitmqCluster';

/** Renders the production overlay without the undefined kind. */
export async function renderProduction({ kubectl }: Cluster): Promise<Manifest[]> {
  const text = await kubectl('kustomize', join(ROOT, 'infra/k8s/overlays/production'));
  const manifests = parseAllDocuments(text).map((document) => document.toJS() as Manifest);
  return manifests.filter(({ kind }) => kind !== UNDEFINED_KIND);
}

/** Installs the operators' CRDs. */
export async function defineKinds({ kubectl, definitions }: Cluster): Promise<void> {
  if (!definitions) return;
  await kubectl('apply', '--server-side', '--filename', definitions);
  await kubectl('wait', '--for=condition=Established', '--timeout=120s', 'crd', '--all');
}

/** Validates the manifests at the API server by a dry run; returns their names. @throws Error when it rejects one */
export async function applyOnTrial(
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
