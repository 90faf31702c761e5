import { join } from 'node:path';
import type { SearchOptions } from '../engine.ts';
import { getCacheFolder } from '../find/cache.ts';
import { createGoInstallMethods, type GoProgram, goInstall } from '../find/go.ts';
import { reportToStderr, tryInOrder } from '../find/install-methods.ts';
import { isExecutable } from '../find/path.ts';

const manualInstructions = 'Install Go 1.23 or later so that it can be built.';

type Tool = Pick<GoProgram, 'title' | 'source' | 'version'>;

const kustomize: Tool = {
  title: 'kustomize',
  source: 'sigs.k8s.io/kustomize/kustomize/v5',
  version: 'v5.6.0',
};

const kubeconform: Tool = {
  title: 'kubeconform',
  source: 'github.com/yannh/kubeconform/cmd/kubeconform',
  version: 'v0.6.7',
};

/** The exact version, from an earlier build or built now: another version may have other results. */
function findOrBuild(
  tool: Tool,
  { env = process.env, report = reportToStderr }: SearchOptions,
): Promise<string> {
  const cache = getCacheFolder(env);
  const name = `${tool.title}-${tool.version}`;
  const cached = join(cache, name);
  const build = (go: string) => goInstall(go, { ...tool, name, cache, env, report });
  return tryInOrder(
    [
      async () => (isExecutable(cached) ? cached : undefined),
      ...createGoInstallMethods(build, { env, report }),
    ],
    { report, manualInstructions },
  );
}

/**
 * Kustomize, which renders Kubernetes manifests from a base and its overlays.
 * @returns its path
 * @throws EngineMissing
 */
export const findOrInstallKustomize = (search: SearchOptions = {}): Promise<string> =>
  findOrBuild(kustomize, search);

/**
 * Kubeconform, which checks manifests against Kubernetes' schemas.
 * @returns its path
 * @throws EngineMissing
 */
export const findOrInstallKubeconform = (search: SearchOptions = {}): Promise<string> =>
  findOrBuild(kubeconform, search);
