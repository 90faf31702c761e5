import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '@archaka/service-kit/command-line';
import type { Identify } from '../operators/identify-operator.ts';
import { getSecretsPath } from '../secrets.ts';
import type { Settings } from '../settings.ts';
import { checkFile } from './collection-file.ts';
import { findMismatchedKeys, loadKeys } from './keys.ts';
import { listCollections, type Manifest, readManifest } from './manifest.ts';
import { assertBucket, openFilesBucket } from './objects.ts';
import { openStoreForWrite } from './open-store.ts';
import { restoreData } from './restore-data.ts';
import { createRestoreMarker, removeRestoreMarker } from './restore-marker.ts';

interface RestoreOptions {
  /** Of the backup. */
  folder: string;
  over: boolean;
  identify: Identify;
}

export interface RestoreResult {
  backup: Manifest;
  /** Number of events that the services will send again. */
  events: number;
}

/**
 * Verifies the whole backup before the first change.
 * @throws CommandError when it is incomplete, its keys are missing here, or the portal runs or is not empty
 */
export async function restoreBackup(
  settings: Settings,
  { folder, over, identify }: RestoreOptions,
): Promise<RestoreResult> {
  const { dataDir } = settings;
  const backup = await readManifest(folder);
  assertKeysMatch(backup, { folder, settings });
  const bucket = await openFilesBucket(settings.env);
  assertBucket(backup, bucket);
  for (const each of listCollections(backup)) await checkFile(join(folder, each.file), each);
  const store = await openStoreForWrite(settings, console.log);
  try {
    copyKeys(folder, dataDir);
    const beforeWrite = () => createRestoreMarker(dataDir);
    const events = await restoreData({
      mongoUrl: store.mongoUrl,
      dataDir,
      folder,
      backup,
      bucket,
      over,
      identify,
      beforeWrite,
    });
    removeRestoreMarker(dataDir);
    return { backup, events };
  } finally {
    await store.close();
  }
}

/** A portal with other keys would start, but could read neither an Aadhaar nor its own signing keys. */
function assertKeysMatch(
  { fingerprints }: Manifest,
  { folder, settings: { dataDir, env } }: { folder: string; settings: Settings },
): void {
  const localKeys = loadKeys(dataDir, env);
  const keys = Object.keys(localKeys).length > 0 ? localKeys : loadKeys(folder, {});
  const mismatched = findMismatchedKeys(fingerprints, keys);
  if (mismatched.length === 0) return;
  throw new CommandError(
    `${dataDir} lacks the keys of this backup (${mismatched.join(', ')}): copy the secrets.json of its portal into that folder, or set its variables.`,
  );
}

/** The keys of a backup made --with-keys, for a data folder without keys. */
function copyKeys(folder: string, dataDir: string): void {
  const [backupSecrets, localSecrets] = [getSecretsPath(folder), getSecretsPath(dataDir)];
  if (existsSync(backupSecrets) && !existsSync(localSecrets)) copyFileSync(backupSecrets, localSecrets);
}
