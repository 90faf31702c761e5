import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SearchOptions } from './engine.ts';
import { pipInstall } from './install/packages.ts';
import { getCacheFolder, reportToStderr, writeAtomically } from './install/tools.ts';

/** A package on PyPI with the schemas of Kubernetes' own kinds for each version. */
const PACKAGE = { name: 'kubernetes-validate', version: '1.33.0' };
/** Definitions that the kinds' schemas refer to, by a URL of Kubernetes' own site. */
const DEFINITIONS = '_definitions.json';
const ABSOLUTE_REF = `"/api/${DEFINITIONS}#/`;

/**
 * Writes the schemas of some kinds, such as `deployment-apps-v1`, to a folder, one file each; they permit no other
 * fields than Kubernetes' own.
 * @throws Error when the package is not available or has no such kind
 */
export async function extractKubernetesSchemas(
  kinds: readonly string[],
  { folder, env = process.env, report = reportToStderr }: SearchOptions & { readonly folder: string },
): Promise<void> {
  const installed = await findOrInstallSchemas({ env, report });
  await mkdir(folder, { recursive: true });
  const read = (file: string) => readFile(join(installed, file), 'utf8');
  const { $defs } = JSON.parse(await read(DEFINITIONS));
  for (const kind of kinds) {
    const schema = JSON.parse((await read(`${kind}.json`)).replaceAll(ABSOLUTE_REF, '"#/'));
    await writeFile(join(folder, `${kind}.json`), JSON.stringify({ ...schema, $defs }));
  }
}

async function findOrInstallSchemas({ env, report }: Required<SearchOptions>): Promise<string> {
  const cache = getCacheFolder(env);
  const name = `${PACKAGE.name}-${PACKAGE.version}`;
  const installed = join(
    cache,
    name,
    `kubernetes_validate/kubernetes-json-schema/v${PACKAGE.version}-local-strict`,
  );
  if (existsSync(installed)) return installed;
  const requirement = `${PACKAGE.name}==${PACKAGE.version}`;
  report(`Downloading Kubernetes' schemas (pip install ${requirement}) …`);
  await writeAtomically(cache, name, async (folder) => {
    await pipInstall(requirement, join(folder, 'made'), env);
    return join(folder, 'made');
  });
  return installed;
}
