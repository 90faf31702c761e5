/**
 * Seals rows that earlier releases stored plain; `npm run seal` runs it for all services. Resumable.
 * Exit code 0: no plain row is left, 1: rows are left, 2: failure.
 */
import { masterKeyVariables, openPersonalData, runSealing } from '@archaka/service-kit';
import { config as serviceConfig } from '../config.ts';
import { findPlainRows } from '../persistence/plain-rows.ts';

await runSealing({
  service: 'ticket',
  config: serviceConfig.pick({ MONGO_URL: true }).extend(masterKeyVariables),
  findPlainRows: async (context) =>
    findPlainRows({ db: context.db, personal: await openPersonalData('ticket', context) }),
});
