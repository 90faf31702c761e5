import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '@archaka/service-kit/command-line';
import * as z from 'zod';
import { getBuild } from '../build/published-build.ts';
import { findMissingExports } from '../portal.ts';
import { findLatestEntry } from '../registry/log.ts';
import { listBuilds } from '../registry/revision.ts';
import type { SliceStore } from '../store.ts';
import { openStoreFromEnv } from './environment.ts';

const pageFile = z.object({ platform: z.array(z.string()) });

/** Includes slices that can be rolled back to. @throws CommandError for a folder without a shell build */
async function verifyShell(store: SliceStore, dist: string): Promise<string[]> {
  const sharedExports = await readSharedExports(dist);
  const builds = listBuilds((await findLatestEntry(store))?.revision.slices ?? {});
  const faults = builds.map(async ({ name, version }) => {
    const { facts } = await getBuild(store, name, version);
    return findMissingExports(sharedExports, facts.platform).map(
      (missing) => `${missing}: ${name} ${facts.version} (${version}) imports it.`,
    );
  });
  return (await Promise.all(faults)).flat();
}

async function readSharedExports(dist: string): Promise<string[]> {
  try {
    return pageFile.parse(JSON.parse(await readFile(path.join(dist, 'page.json'), 'utf8'))).platform;
  } catch {
    throw new CommandError(`${dist} is not a build of a shell that lists its shared exports (page.json).`);
  }
}

export async function checkShell(dist: string): Promise<number> {
  const faults = await verifyShell(await openStoreFromEnv(process.env), dist);
  for (const fault of faults) console.error(`The shell lacks ${fault}`);
  if (faults.length === 0) console.log('The shell shares all imports of the slices.');
  return faults.length === 0 ? 0 : 1;
}
