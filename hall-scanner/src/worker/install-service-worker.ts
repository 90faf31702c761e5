import { routes } from '@archaka/contracts';
import { registerWorker } from '@archaka/platform/worker';

/** Resolves once a version is cached completely; never where the browser has no service workers. */
export async function installServiceWorker(): Promise<void> {
  const url = routes.scannerFile.path.replace(':file', 'sw.js');
  await registerWorker({ url, scope: routes.scanner.path, policyName: 'hall-scanner' });
}
