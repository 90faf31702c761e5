import { masterKeyVariables, openPersonalData, retentionConfig, runRetention } from '@archaka/service-kit';
import { createRetainedData } from '../features/delete-copies.ts';
import { createRepositories } from '../persistence/repositories.ts';

await runRetention({
  service: 'ticket',
  config: retentionConfig.extend(masterKeyVariables),
  createData: async ({ services, ...context }) => {
    const { db } = context;
    const personal = await openPersonalData('ticket', context);
    return createRetainedData({ db, services, repositories: createRepositories(db, personal) });
  },
});
