import { masterKeyVariables, openPersonalData, retentionConfig, runRetention } from '@archaka/service-kit';
import { config } from '../config.ts';
import { createRetainedData } from '../features/delete-overdue-data/retained-data.ts';
import { createAadhaarSealing } from '../persistence/aadhaar-sealing.ts';
import { createRepositories } from '../persistence/repositories.ts';

await runRetention({
  service: 'application',
  config: retentionConfig.extend({
    ...config.pick({ AADHAAR_KEYS: true, AADHAAR_INDEX_KEY: true }).shape,
    ...masterKeyVariables,
  }),
  createData: async ({ services, ...context }) => {
    const { db, config: values } = context;
    const aadhaar = createAadhaarSealing({ keys: values.AADHAAR_KEYS, indexKeys: values.AADHAAR_INDEX_KEY });
    const personal = await openPersonalData('application', context);
    return createRetainedData({ db, services, repositories: createRepositories(db, { aadhaar, personal }) });
  },
});
