import { retentionConfig, runRetention } from '@archaka/service-kit';
import { createRetainedData } from '../features/personal-data.ts';
import { createRepositories } from '../persistence/ledger-repository.ts';

await runRetention({
  service: 'payment',
  config: retentionConfig,
  createData: ({ db }) => createRetainedData({ db, ...createRepositories(db) }),
});
