/**
 * Usage: `npm run retention [-- --dry-run]`, for all services; in svc-application's container
 * `node src/commands/retention.ts [--dry-run]`. Exit code 0: done, 1: a kind of data could not be swept, 2: failure.
 */
import { retentionConfig, runRetention } from '@archaka/service-kit';
import { config } from '../config.ts';
import { createRetainedData } from '../features/delete-overdue-data/retained-data.ts';
import { createAadhaarSealing } from '../persistence/aadhaar-sealing.ts';
import { createRepositories } from '../persistence/repositories.ts';

await runRetention({
  service: 'application',
  config: retentionConfig.extend(config.pick({ AADHAAR_KEYS: true, AADHAAR_INDEX_KEY: true }).shape),
  createData: ({ db, services, config: { AADHAAR_KEYS, AADHAAR_INDEX_KEY } }) => {
    const sealing = createAadhaarSealing({ keys: AADHAAR_KEYS, indexKeys: AADHAAR_INDEX_KEY });
    return createRetainedData({ db, services, repositories: createRepositories(db, sealing) });
  },
});
