import { variablesOfStores } from '../src/stores/given.ts';
import { startStores } from '../src/stores/start.ts';

/** One pair of stores for the whole run; suites find it by variables. */
export default async function startStoresOfTheRun() {
  const stores = await startStores();
  globalThis.storesOfTheRun = stores;
  Object.assign(process.env, variablesOfStores(stores));
}
