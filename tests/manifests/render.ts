import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findOrInstallKustomize } from '@archaka/engines';
import { scaledTimeout } from '@archaka/test-kit';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../stages/stage.ts';

export const OVERLAYS = ['production', 'trial'] as const;
export type Overlay = (typeof OVERLAYS)[number];

/** The first run builds kustomize. */
export const INSTALL_TIMEOUT_MS = scaledTimeout(600_000);

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

const runFile = promisify(execFile);

/** Renders the manifests of a folder as `kubectl apply` receives them. */
export async function renderFolder(folder: string): Promise<string> {
  const kustomize = await findOrInstallKustomize();
  const { stdout } = await runFile(kustomize, ['build', folder], { maxBuffer: 64e6 });
  return stdout;
}

export async function renderManifests(overlay: Overlay): Promise<Manifest[]> {
  const text = await renderFolder(`${ROOT}infra/k8s/overlays/${overlay}`);
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

/** Filters the manifests of a kind; `Kind` is not checked. */
export const filterByKind = <Kind extends Manifest>(manifests: readonly Manifest[], kind: string): Kind[] =>
  manifests.filter((manifest) => manifest.kind === kind) as Kind[];
