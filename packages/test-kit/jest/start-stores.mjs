import { variablesOfStores } from '../src/stores/given.ts';
import { startStores } from '../src/stores/start.ts';

/** One pair of stores for the whole run; suites find it by variables. */
export default async function startStoresOfTheRun() {
  const starting = startStores();
  // Jest tears nothing down when it is told to end.
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => starting.then((stores) => stores.stop()).finally(() => process.exit(1)));
  }
  const stores = await starting;
  globalThis.storesOfTheRun = stores;
  Object.assign(process.env, variablesOfStores(stores));
}
