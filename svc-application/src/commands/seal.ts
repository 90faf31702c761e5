/**
 * Seals rows that earlier releases stored plain; `npm run seal` runs it for all services. Resumable.
 * Exit code 0: no plain row is left, 1: rows are left, 2: failure.
 */
import { masterKeyVariables, openPersonalData, runSealing } from '@archaka/service-kit';
import { config as serviceConfig } from '../config.ts';
import { createAadhaarSealing } from '../persistence/aadhaar-sealing.ts';
import { findPlainRows } from '../persistence/plain-rows.ts';
import { createClaimingRepositories } from '../persistence/repositories.ts';

await runSealing({
  service: 'application',
  config: serviceConfig
    .pick({ MONGO_URL: true, AADHAAR_KEYS: true, AADHAAR_INDEX_KEY: true })
    .extend(masterKeyVariables),
  findPlainRows: async (context) => {
    const { db, config } = context;
    const aadhaar = createAadhaarSealing({ keys: config.AADHAAR_KEYS, indexKeys: config.AADHAAR_INDEX_KEY });
    const sealing = { aadhaar, personal: await openPersonalData('application', context) };
    return findPlainRows({ db, sealing, repositories: createClaimingRepositories(db, sealing) });
  },
});
