import { variablesOfStores } from '../src/stores/given.ts';
import { startStores } from '../src/stores/start.ts';
import { stopWhenTold } from './stop-when-told.mjs';

/** One pair of stores for the whole run; suites find it by variables. */
export default async function startStoresOfTheRun() {
  const starting = startStores();
  stopWhenTold(starting);
  const stores = await starting;
  globalThis.storesOfTheRun = stores;
  Object.assign(process.env, variablesOfStores(stores));
  if (stores.kind !== 'given') process.env.TEST_STORES_END = 'with-the-run';
}
