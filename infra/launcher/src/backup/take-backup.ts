import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { Sentence } from '../sentence.ts';
import type { Settings } from '../settings.ts';
import { dump } from './dump.ts';
import { fingerprintsOf, type Keys, keysOf, lackingKeys, secretsFile } from './keys.ts';
import { type Manifest, writeManifest } from './manifest.ts';
import { storeToRead } from './open-store.ts';
import { withClient } from './with-client.ts';

interface Asked {
  /** New or empty. */
  folder: string;
  withKeys: boolean;
}

/** @throws Sentence when there is nothing to back up, or no place for it */
export async function takeBackup(settings: Settings, { folder, withKeys }: Asked): Promise<Manifest> {
  const keys = keysOf(settings.dataDir, settings.env);
  const store = await storeToRead(settings, console.log);
  try {
    refuseUnknownKeys(keys, settings.dataDir);
    await makeFolder(folder);
    return await fill(folder, { mongoUrl: store.mongoUrl, keys, withKeys });
  } finally {
    await store.close();
  }
}

async function fill(
  folder: string,
  { mongoUrl, keys, withKeys }: { mongoUrl: string; keys: Keys; withKeys: boolean },
): Promise<Manifest> {
  try {
    const dumped = await withClient(mongoUrl, (client) => dump(client, { mongoUrl, folder }));
    if (withKeys) await writeFile(secretsFile(folder), JSON.stringify(keys, null, 2), { mode: 0o600 });
    const backup: Manifest = { format: 1, ...dumped, fingerprints: fingerprintsOf(keys) };
    await writeManifest(folder, backup);
    return backup;
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
}

/** A restore must be able to tell whether it has the right ones. */
function refuseUnknownKeys(keys: Keys, dataDir: string): void {
  const lacking = lackingKeys(keys);
  if (lacking.length === 0) return;
  throw new Sentence(
    `The portal's keys are needed, to recognise them at a restore: ${lacking.join(', ')} are neither in ${dataDir} nor given.`,
  );
}

/** It holds personal data: nobody else may read it. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) {
    throw new Sentence(`${folder} is not empty: name a new folder, each backup has its own.`);
  }
}
