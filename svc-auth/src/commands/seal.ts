/**
 * Seals rows that earlier releases stored plain; `npm run seal` runs it for all services. Resumable.
 * Exit code 0: no plain row is left, 1: rows are left, 2: failure.
 */
import { baseConfig, masterKeyVariables, openPersonalData, runSealing } from '@archaka/service-kit';
import { secrets } from '../config.ts';
import { createAccountIndex } from '../persistence/account-index.ts';
import { findPlainRows } from '../persistence/plain-rows.ts';

await runSealing({
  service: 'auth',
  config: baseConfig
    .pick({ MONGO_URL: true })
    .extend({ ACCOUNT_INDEX_KEY: secrets.ACCOUNT_INDEX_KEY, ...masterKeyVariables }),
  findPlainRows: async (context) =>
    findPlainRows({
      db: context.db,
      index: createAccountIndex(context.config.ACCOUNT_INDEX_KEY),
      personal: await openPersonalData('auth', context),
    }),
});
