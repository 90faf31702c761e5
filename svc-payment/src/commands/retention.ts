import { retentionConfig, runRetention } from '@archaka/privacy-kit';
import { createRepositories } from '../persistence/ledger-repository.ts';
import { createRetainedData } from '../personal-data.ts';

await runRetention({
  service: 'payment',
  config: retentionConfig,
  createData: ({ db }) => createRetainedData({ db, ...createRepositories(db) }),
});
