import { toBackingServiceVariables } from '../src/backing-services/external.ts';
import { startBackingServices } from '../src/backing-services/start-backing-services.ts';
import { openVhostPool } from '../src/backing-services/vhost-pool.ts';
import { stopOnSignal } from './stop-on-signal.mjs';

/** One pair of stores for the whole run; variables contain their addresses. */
export default async function startSharedBackingServices() {
  const starting = startBackingServices();
  stopOnSignal(starting);
  const services = await starting;
  globalThis.storesOfTheRun = services;
  Object.assign(process.env, toBackingServiceVariables(services));
  if (services.kind === 'given') return;
  process.env.TEST_STORES_END = 'with-the-run';
  if (!services.ctl) return;
  const { username: user, password } = new URL(services.amqpUrl);
  globalThis.vhostsOfTheRun = await openVhostPool(services.ctl, { user, password });
  process.env.TEST_VHOSTS = globalThis.vhostsOfTheRun.folder;
}
