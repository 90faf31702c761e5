import { masterKeyVariables, openPersonalData, retentionConfig, runRetention } from '@archaka/privacy-kit';
import { config } from '../config.ts';
import { createRetainedData } from '../features/delete-overdue-data/retained-data.ts';
import { BlindIndex } from '../persistence/claim-indexer.ts';
import { createRepositories } from '../persistence/repositories.ts';

await runRetention({
  service: 'application',
  config: retentionConfig.extend({
    ...config.pick({ AADHAAR_INDEX_KEY: true }).shape,
    ...masterKeyVariables,
  }),
  createData: async ({ services, ...context }) => {
    const { db, config: values } = context;
    const index = new BlindIndex(values.AADHAAR_INDEX_KEY);
    const personal = await openPersonalData('application', context);
    return createRetainedData({ db, services, repositories: createRepositories(db, { index, personal }) });
  },
});
