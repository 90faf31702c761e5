import { variablesOfPortal } from '../src/portal/of-the-run.ts';
import { startPortal } from '../src/portal/start-portal.ts';

/** One portal for the suites of the run that share one; they find it by a variable. */
export default async function startPortalOfTheRun() {
  const starting = startPortal();
  // Jest tears nothing down when it is told to end.
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => starting.then((portal) => portal.stop()).finally(() => process.exit(1)));
  }
  globalThis.portalOfTheRun = await starting;
  Object.assign(process.env, variablesOfPortal(globalThis.portalOfTheRun));
}
