import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mapServices, services } from '@archaka/contracts';
import {
  deploy,
  openStore,
  publish,
  requestChange,
  rollback,
  type SliceStore,
  waitUntilServed,
} from '@archaka/slice-store';
import { type Portal, writeSliceDist } from '@archaka/test-kit';
import { createLatencyFigure, type Figure, measureMs } from '../figures.ts';

const ROUNDS = 10;
const TARGET_MS = 1000;
const NAME = 'mf-history';

type Change = Pick<Parameters<typeof requestChange>[0], 'action' | 'transition'>;

const toAddresses = (origin: string) => {
  const address = new URL(origin);
  const port = Number(address.port);
  const addresses = mapServices((service) => `http://localhost:${port + 1 + services.indexOf(service)}`);
  return { shell: origin, services: addresses };
};

/** Publishes a build of the slice, signed with the portal's own key. */
async function publishBuild({ dataDir }: Portal, store: SliceStore): Promise<string> {
  const { sliceKey } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
  const folder = await mkdtemp(join(tmpdir(), 'built-'));
  try {
    const dist = await writeSliceDist(folder, { name: NAME, code: 'another history' });
    return await publish({ store, name: NAME, dist, key: sliceKey });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** From the start of a deployment, or of its rollback, until a page that is loaded then brings the version. */
export async function measureDeployments(portal: Portal): Promise<Figure> {
  const store = await openStore(join(portal.dataDir, 'slices'));
  const version = await publishBuild(portal, store);
  const addresses = toAddresses(portal.origin);
  const changeAndLoad = async (change: Change, isShown: boolean) => {
    const revision = await requestChange({ store, portal: addresses, by: 'bench', slice: NAME, ...change });
    if (revision) await waitUntilServed(portal.origin, revision.revision);
    const page = await (await fetch(`${portal.origin}/ticket`)).text();
    if (page.includes(version) !== isShown) throw new Error(`The next page after a ${change.action} is old.`);
  };
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const deployment = { action: 'deploy', transition: deploy(version) } as const;
    times.push(await measureMs(() => changeAndLoad(deployment, true)));
    times.push(await measureMs(() => changeAndLoad({ action: 'rollback', transition: rollback }, false)));
  }
  return createLatencyFigure(`a deployment or rollback shows, ${times.length} times`, times, TARGET_MS);
}
