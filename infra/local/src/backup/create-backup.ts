import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bucket } from '@archaka/service-kit/bucket';
import { CommandError, createFolder } from '@archaka/service-kit/command-line';
import { type Lock, tryLock } from '../../bootstrap/lock.mjs';
import type { Identify } from '../operators/identify-operator.ts';
import { getSecretsPath } from '../secrets.ts';
import type { Settings } from '../settings.ts';
import { dump } from './dump.ts';
import { computeFingerprints, findMissingKeys, type Keys, loadKeys } from './keys.ts';
import { type Manifest, writeManifest } from './manifest.ts';
import { dumpObjects, openFilesBucket } from './objects.ts';
import { openStoreForRead } from './open-store.ts';
import { recordCommand } from './record-command.ts';
import { withClient } from './with-client.ts';

interface BackupOptions {
  /** New or empty. */
  folder: string;
  withKeys: boolean;
  identify: Identify;
}

/** @throws CommandError when there is no data, or the folder is not empty */
export async function createBackup(
  settings: Settings,
  { folder, withKeys, identify }: BackupOptions,
): Promise<Manifest> {
  const keys = loadKeys(settings.dataDir, settings.env);
  const store = await openStoreForRead(settings, console.log);
  try {
    assertKeysKnown(keys, settings.dataDir);
    const bucket = await openFilesBucket(settings.env);
    const lock = await lockEmptyFolder(folder);
    try {
      return await writeBackup(folder, { mongoUrl: store.mongoUrl, keys, bucket, withKeys, identify });
    } finally {
      lock.release();
    }
  } finally {
    await store.close();
  }
}

interface BackupSource {
  mongoUrl: string;
  keys: Keys;
  /** Undefined if files are in MongoDB. */
  bucket: Bucket | undefined;
}

async function writeBackup(
  folder: string,
  { mongoUrl, keys, bucket, withKeys, identify }: BackupSource & Omit<BackupOptions, 'folder'>,
): Promise<Manifest> {
  try {
    const operator = await identify(mongoUrl);
    const content = await withClient(mongoUrl, async (client) => {
      await recordCommand(client, mongoUrl, { action: 'command.backup', operator });
      return dump(client, { mongoUrl, folder });
    });
    if (bucket)
      for (const { service, collections } of content.databases)
        collections.push(await dumpObjects(bucket, { folder, service }));
    if (withKeys) await writeFile(getSecretsPath(folder), JSON.stringify(keys, null, 2), { mode: 0o600 });
    const backup: Manifest = { format: 1, ...content, fingerprints: computeFingerprints(keys) };
    await writeManifest(folder, backup);
    return backup;
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
}

/** A restore checks its keys by these. */
function assertKeysKnown(keys: Keys, dataDir: string): void {
  const missing = findMissingKeys(keys);
  if (missing.length === 0) return;
  throw new CommandError(
    `The portal's keys are needed for their fingerprints: ${missing.join(', ')} are neither in ${dataDir} nor in the environment.`,
  );
}

const LOCK = 'lock';

/** It will contain personal data: only the owner may read it. @throws CommandError for a folder of another backup */
async function lockEmptyFolder(folder: string): Promise<Lock> {
  createFolder(folder);
  const lock = tryLock(join(folder, LOCK));
  if (lock.release === undefined)
    throw new CommandError(
      `Another backup (process ${lock.holder}) is written to ${folder}: name a new folder.`,
    );
  const isEmpty = (await readdir(folder)).every((name) => name.startsWith(LOCK));
  if (isEmpty) return lock;
  lock.release();
  throw new CommandError(`${folder} is not empty: name a new folder for each backup.`);
}
