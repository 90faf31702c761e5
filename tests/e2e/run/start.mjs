import startSharedPortal from '@archaka/test-kit/jest/start-portal';
import { startSharedBrowsers } from '../browser-contexts.ts';

/** The portal of the run, and a browser for each of its test processes. */
export default async function startRun({ maxWorkers }) {
  const [browsers] = await Promise.all([startSharedBrowsers(maxWorkers), startSharedPortal()]);
  globalThis.browsersOfTheRun = browsers;
}
