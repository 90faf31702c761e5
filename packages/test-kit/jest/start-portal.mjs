import { variablesOfPortal } from '../src/portal/of-the-run.ts';
import { startPortal } from '../src/portal/start-portal.ts';
import { stopWhenTold } from './stop-when-told.mjs';

/** One portal for the suites of the run that share one; they find it by a variable. */
export default async function startPortalOfTheRun() {
  const starting = startPortal();
  stopWhenTold(starting);
  globalThis.portalOfTheRun = await starting;
  Object.assign(process.env, variablesOfPortal(globalThis.portalOfTheRun));
}
