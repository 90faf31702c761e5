import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import type { Manifest } from '../manifests/render.ts';
import { ROOT } from '../stages/stage.ts';
import type { Cluster } from './cluster.ts';

/** No module that we know of carries its definition: what matters in it, tests/manifests looks at. */
const UNDEFINED_KIND = 'RabbitmqCluster';

/** What `kubectl apply` would get, but for the kind that is not defined. */
export async function renderProduction({ kubectl }: Cluster): Promise<Manifest[]> {
  const text = await kubectl('kustomize', join(ROOT, 'infra/k8s/overlays/production'));
  const manifests = parseAllDocuments(text).map((document) => document.toJS() as Manifest);
  return manifests.filter(({ kind }) => kind !== UNDEFINED_KIND);
}

/** Has the cluster know the operators' kinds. */
export async function defineKinds({ kubectl, definitions }: Cluster): Promise<void> {
  if (!definitions) return;
  await kubectl('apply', '--server-side', '--filename', definitions);
  await kubectl('wait', '--for=condition=Established', '--timeout=120s', 'crd', '--all');
}

/** Asks the API server whether it would take them, as it would; gives what it calls each. */
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
