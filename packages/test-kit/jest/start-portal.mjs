import { launchPortal } from '../src/portal/launch-portal.ts';
import { variablesOfPortal } from '../src/portal/of-the-run.ts';
import { stopWhenTold } from './stop-when-told.mjs';

/** One portal for the suites of the run that share one; they find it by a variable. */
export default async function startPortalOfTheRun() {
  const starting = launchPortal();
  stopWhenTold(starting);
  globalThis.portalOfTheRun = await starting;
  Object.assign(process.env, variablesOfPortal(globalThis.portalOfTheRun));
}
