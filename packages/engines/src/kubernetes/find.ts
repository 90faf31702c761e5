import { join } from 'node:path';
import type { Search } from '../engine.ts';
import { cacheFolder } from '../find/cache.ts';
import { type GoProgram, goInstall, waysWithGo } from '../find/go.ts';
import { isProgram } from '../find/path.ts';
import { firstThatWorks, tellStderr } from '../find/ways.ts';

const byHand = 'Install Go 1.23 or later so that it can be built.';

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

/** The very version, from an earlier build or built now: another one may judge differently. */
function findOrBuild(tool: Tool, { env = process.env, tell = tellStderr }: Search): Promise<string> {
  const cache = cacheFolder(env);
  const name = `${tool.title}-${tool.version}`;
  const kept = join(cache, name);
  const build = (go: string) => goInstall(go, { ...tool, name, cache, env, tell });
  return firstThatWorks(
    [async () => (isProgram(kept) ? kept : undefined), ...waysWithGo(build, { env, tell })],
    { tell, byHand },
  );
}

/**
 * What draws Kubernetes manifests from a base and its overlays.
 * @returns its path
 * @throws EngineMissing
 */
export const findOrInstallKustomize = (search: Search = {}): Promise<string> =>
  findOrBuild(kustomize, search);

/**
 * What checks manifests against Kubernetes' schemas.
 * @returns its path
 * @throws EngineMissing
 */
export const findOrInstallKubeconform = (search: Search = {}): Promise<string> =>
  findOrBuild(kubeconform, search);
