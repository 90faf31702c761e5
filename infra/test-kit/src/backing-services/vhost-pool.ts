import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, unlink, watch, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Administrator, addVhosts, type Rabbitmqctl } from './rabbitmqctl.ts';

/** Vhosts that are created in advance, many by one call. `folder` contains a file for each free one. */
export interface VhostPool {
  readonly folder: string;
  readonly stop: () => Promise<void>;
}

const BATCH = 12;
/** More than concurrent suites claim during the creation of a batch. */
const MIN_FREE = 6;
const POLL_MS = 50;

export const createSuiteName = (): string => `suite_${randomBytes(5).toString('hex')}`;

/** Refills until it is stopped. After a failure its folder is removed, and suites create their own vhosts. */
export async function openVhostPool(ctl: Rabbitmqctl, administrator: Administrator): Promise<VhostPool> {
  const folder = await mkdtemp(join(tmpdir(), 'archaka-vhosts-'));
  const stopping = new AbortController();
  const addBatch = async () => {
    const names = Array.from({ length: BATCH }, createSuiteName);
    await addVhosts(ctl, names, administrator);
    await Promise.all(names.map((name) => writeFile(join(folder, name), '')));
  };
  const refill = async () => {
    for await (const _change of watch(folder, { signal: stopping.signal })) {
      if ((await readdir(folder)).length < MIN_FREE) await addBatch();
    }
  };
  await addBatch();
  const filling = refill()
    .catch(() => undefined)
    .finally(() => rm(folder, { recursive: true, force: true }));
  return {
    folder,
    async stop() {
      stopping.abort();
      await filling;
    },
  };
}

/** Claims a vhost; undefined without a pool. */
export async function claimVhost(folder = process.env.TEST_VHOSTS): Promise<string | undefined> {
  for (;;) {
    const free = folder ? await readdir(folder).catch(() => undefined) : undefined;
    if (!folder || !free) return undefined;
    for (const name of free) {
      const isOurs = await unlink(join(folder, name)).then(
        () => true,
        () => false,
      );
      if (isOurs) return name;
    }
    await pause(POLL_MS);
  }
}
