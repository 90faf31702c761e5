import { masterKeyVariables, openPersonalData, retentionConfig, runRetention } from '@archaka/privacy-kit';
import { createRepositories } from '../persistence/repositories.ts';
import { createRetainedData } from '../personal-data.ts';

await runRetention({
  service: 'ticket',
  config: retentionConfig.extend(masterKeyVariables),
  createData: async ({ services, ...context }) => {
    const { db } = context;
    const personal = await openPersonalData('ticket', context);
    return createRetainedData({ db, services, repositories: createRepositories(db, personal) });
  },
});
