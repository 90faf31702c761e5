import type { Service } from '@archaka/contracts';
import type { Database, Log } from '@archaka/service-kit';
import { DataKeys } from './data-keys.ts';
import {
  createFileStorage,
  type FileConfig,
  type FileStorage,
  openServiceBucket,
  type ServiceBucket,
} from './file-storage.ts';
import { type MasterKeyConfig, openKms } from './kms.ts';
import { checkMasterKey } from './master-key.ts';
import { createPersonalSealing, type PersonalSealing } from './personal-sealing.ts';

export interface PersonalData extends PersonalSealing, FileStorage, Pick<DataKeys, 'destroyDataKey'> {
  /** Undefined where files are stored in the database. */
  readonly bucket: ServiceBucket | undefined;
}

interface PersonalDataContext {
  readonly db: Pick<Database, 'connection'>;
  readonly config: MasterKeyConfig & FileConfig;
  readonly log: Pick<Log, 'warn'>;
}

/** @throws ConfigurationError when the personal data of the database is sealed under another master key. */
export async function openPersonalData(
  service: Service,
  { db: { connection }, config, log }: PersonalDataContext,
): Promise<PersonalData> {
  const kms = await openKms(config);
  await checkMasterKey({ connection, kms, log });
  const keys = new DataKeys({ connection, service, kms });
  const sealing = createPersonalSealing(keys);
  const bucket = await openServiceBucket(service, config);
  const destroyDataKey = (userId: string) => keys.destroyDataKey(userId);
  return { ...sealing, ...createFileStorage(sealing, bucket), destroyDataKey, bucket };
}
