import { openPersonalData } from '@archaka/privacy-kit';
import { createLog } from '@archaka/service-kit';
import type { TestEnvironment } from '@archaka/test-kit';
import { BlindIndex } from '../../src/persistence/claim-indexer.ts';

/** Opens what seals the forms in this database, of which only collections are used. */
export const openSealing = async (db: object, secrets: TestEnvironment['secrets']) => ({
  index: new BlindIndex([{ kid: '1', key: secrets.AADHAAR_INDEX_KEY }]),
  personal: await openPersonalData('application', {
    db: db as never,
    config: { MASTER_KEYS: [{ kid: '1', key: secrets.MASTER_KEYS }] },
    log: createLog({ name: 'test', level: 'silent' }),
  }),
});
