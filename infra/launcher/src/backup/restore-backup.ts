import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { Sentence } from '../sentence.ts';
import type { Settings } from '../settings.ts';
import { checkFile } from './collection-file.ts';
import { keysOf, missingKeys, secretsFile } from './keys.ts';
import { collectionsOf, type Manifest, readManifest } from './manifest.ts';
import { storeToWrite } from './open-store.ts';
import { putBack } from './put-back.ts';
import { markFinished, markUnfinished } from './unfinished.ts';

interface Asked {
  /** Of the backup. */
  folder: string;
  over: boolean;
}

export interface Restored {
  backup: Manifest;
  /** How many events the services will send again. */
  events: number;
}

/**
 * Looks through the whole backup before anything is changed.
 * @throws Sentence when it is not whole, its keys are not here, or the portal runs or is not empty
 */
export async function restoreBackup(settings: Settings, { folder, over }: Asked): Promise<Restored> {
  const { dataDir } = settings;
  const backup = await readManifest(folder);
  refuseWithoutKeys(backup, { folder, settings });
  for (const each of collectionsOf(backup)) await checkFile(join(folder, each.file), each);
  const store = await storeToWrite(settings, console.log);
  try {
    bringKeys(folder, dataDir);
    const begin = () => markUnfinished(dataDir);
    const events = await putBack({ mongoUrl: store.mongoUrl, dataDir, folder, backup, over, begin });
    markFinished(dataDir);
    return { backup, events };
  } finally {
    await store.close();
  }
}

/** A portal with other keys would start, and could read neither an Aadhaar nor its own signing keys. */
function refuseWithoutKeys(
  { fingerprints }: Manifest,
  { folder, settings: { dataDir, env } }: { folder: string; settings: Settings },
): void {
  const here = keysOf(dataDir, env);
  const keys = Object.keys(here).length > 0 ? here : keysOf(folder, {});
  const missing = missingKeys(fingerprints, keys);
  if (missing.length === 0) return;
  throw new Sentence(
    `The keys that this backup was sealed with are not in ${dataDir} (${missing.join(', ')}): put the secrets.json of the portal it is of into that folder, or give its variables.`,
  );
}

/** Those of a backup taken --with-keys, for a data folder that has none. */
function bringKeys(folder: string, dataDir: string): void {
  const [theirs, ours] = [secretsFile(folder), secretsFile(dataDir)];
  if (existsSync(theirs) && !existsSync(ours)) copyFileSync(theirs, ours);
}
