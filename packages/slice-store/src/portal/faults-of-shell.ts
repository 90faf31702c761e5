import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { getBuild } from '../build/find-build.ts';
import { Refusal } from '../refusal.ts';
import { findLatest } from '../registry/log.ts';
import { buildsOf } from '../registry/revision.ts';
import type { SliceStore } from '../store/slice-store.ts';
import { lackedBy } from './refuse-unfit.ts';

const pageFile = z.object({ platform: z.array(z.string()) });

/**
 * What a built shell would break: a sentence for each export of the platform it lacks that a slice imports which runs
 * or can be rolled back to; none when it may be deployed.
 * @throws Refusal when the folder is no build of a shell
 */
export async function faultsOfShell(store: SliceStore, dist: string): Promise<string[]> {
  const lent = await lentBy(dist);
  const wanted = buildsOf((await findLatest(store))?.revision.slices ?? {});
  const faults = wanted.map(async ({ name, version }) => {
    const { facts } = await getBuild(store, name, version);
    return lackedBy(lent, facts.platform).map(
      (each) => `${each}: ${name} ${facts.version} (${version}) imports it.`,
    );
  });
  return (await Promise.all(faults)).flat();
}

async function lentBy(dist: string): Promise<string[]> {
  try {
    return pageFile.parse(JSON.parse(await readFile(path.join(dist, 'page.json'), 'utf8'))).platform;
  } catch {
    throw new Refusal(`${dist} is no build of a shell that tells what it lends (page.json).`);
  }
}
