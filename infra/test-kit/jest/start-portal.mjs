import { launchPortal, toPortalVariables } from '../src/portal/launch-portal.ts';
import { stopOnSignal } from './stop-on-signal.mjs';

/** One shared portal for the suites of the run; a variable contains its address. */
export default async function startSharedPortal() {
  const starting = launchPortal();
  stopOnSignal(starting);
  globalThis.portalOfTheRun = await starting;
  Object.assign(process.env, toPortalVariables(globalThis.portalOfTheRun));
}
