import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrInstallMongod, freePort, startMongod } from '@archaka/engines';
import type { Collection } from 'mongodb';
import { openLog } from '../logs.ts';
import type { Settings } from '../settings.ts';
import { listServiceDatabases, withClient } from './databases.ts';
import { type BackedUpCollection, listCollections, type Manifest, readManifest } from './files.ts';
import { insertDocuments } from './restore-backup.ts';

export interface VerifiedCollection {
  /** `<service>.<collection>` */
  readonly name: string;
  readonly expected: number;
  /** Documents in the restored store; undefined if the file could not be restored. */
  readonly restored: number | undefined;
  readonly isEqual: boolean;
}

export interface BackupVerification {
  readonly backup: Manifest;
  readonly collections: readonly VerifiedCollection[];
}

async function hashDocuments(collection: Collection): Promise<{ documents: number; sha256: string }> {
  const hash = createHash('sha256');
  let documents = 0;
  for await (const document of collection.find({}, { raw: true })) {
    hash.update(document as unknown as Uint8Array);
    documents += 1;
  }
  return { documents, sha256: hash.digest('hex') };
}

/** Restores one collection, reads it back, and compares it with the manifest. */
async function verifyCollection(
  collection: Collection,
  { folder, expected, name }: { folder: string; expected: BackedUpCollection; name: string },
): Promise<VerifiedCollection> {
  const facts = { name, expected: expected.documents };
  try {
    await insertDocuments(collection, join(folder, expected.file));
  } catch {
    return { ...facts, restored: undefined, isEqual: false };
  }
  const { documents, sha256 } = await hashDocuments(collection);
  const isEqual = documents === expected.documents && sha256 === expected.sha256;
  return { ...facts, restored: documents, isEqual };
}

async function verifyCollections(mongoUrl: string, folder: string): Promise<BackupVerification> {
  const backup = await readManifest(folder);
  const databases = new Map(listServiceDatabases(mongoUrl).map(({ service, name }) => [service, name]));
  return withClient(mongoUrl, async (client) => {
    const collections: VerifiedCollection[] = [];
    for (const { service, collections: expectedCollections } of backup.databases)
      for (const expected of expectedCollections) {
        const collection = client.db(databases.get(service)).collection(expected.name);
        const name = `${service}.${expected.name}`;
        collections.push(await verifyCollection(collection, { folder, expected, name }));
      }
    return { backup, collections };
  });
}

/**
 * Restores the backup into a separate store, in a temporary folder, and reads it back.
 * @param afterRestore called with the address of that store after the restore
 * @throws CommandError when the folder contains no backup
 */
export async function verifyBackup(
  { env }: Settings,
  { folder, afterRestore }: { folder: string; afterRestore: (mongoUrl: string) => Promise<void> },
): Promise<BackupVerification> {
  await readManifest(folder);
  const mongod = await findOrInstallMongod({ env, report: console.log });
  const dataDir = await mkdtemp(join(tmpdir(), 'archaka-verify-'));
  try {
    const engine = await startMongod({
      mongod,
      dataDir: join(dataDir, 'mongod'),
      port: await freePort(),
      log: openLog(join(dataDir, 'mongod.log')),
    });
    try {
      const verification = await verifyCollections(engine.url, folder);
      await afterRestore(engine.url);
      return verification;
    } finally {
      await engine.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

const formatRow = ({ name, expected, restored, isEqual }: VerifiedCollection): string =>
  [
    name.padEnd(36),
    String(expected).padStart(10),
    String(restored ?? '-').padStart(10),
    isEqual ? '  equal' : restored === undefined ? '  CANNOT BE RESTORED' : '  DIFFERS',
  ].join('');

export function formatVerification({ backup, collections }: BackupVerification): string {
  const different = collections.filter(({ isEqual }) => !isEqual).length;
  return [
    `${'collection'.padEnd(36)}${'backup'.padStart(10)}${'restored'.padStart(10)}  content (SHA-256)`,
    ...collections.filter(({ expected, isEqual }) => expected > 0 || !isEqual).map(formatRow),
    different === 0
      ? `The backup of ${backup.at} is complete: ${listCollections(backup).length} collections were restored and are equal.`
      : `${different} of ${collections.length} collections differ: make another backup.`,
  ].join('\n');
}
