import type { Service } from '@archaka/contracts';
import type { Log } from '../log.ts';
import type { Database } from '../persistence/database.ts';
import { checkMasterKey } from './check-master-key.ts';
import { createDataKeys, type DataKeys } from './data-keys.ts';
import { type MasterKeyConfig, openKms } from './open-kms.ts';
import { createPersonalSealing, type PersonalSealing } from './personal-sealing.ts';

export interface PersonalData extends PersonalSealing, Pick<DataKeys, 'destroyDataKey'> {}

interface PersonalDataContext {
  readonly db: Pick<Database, 'connection'>;
  readonly config: MasterKeyConfig;
  readonly log: Pick<Log, 'warn'>;
}

/** @throws ConfigurationError when the personal data of the database is sealed under another master key. */
export async function openPersonalData(
  service: Service,
  { db: { connection }, config, log }: PersonalDataContext,
): Promise<PersonalData> {
  const kms = await openKms(config);
  await checkMasterKey({ connection, kms, log });
  const keys = createDataKeys({ connection, service, kms });
  return { ...createPersonalSealing(keys), destroyDataKey: keys.destroyDataKey };
}
