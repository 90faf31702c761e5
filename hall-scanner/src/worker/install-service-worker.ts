import { routes } from '@archaka/contracts';

const { path: SCOPE } = routes.scanner;
const WORKER = routes.scannerFile.path.replace(':file', 'sw.js');

const policy = globalThis.trustedTypes?.createPolicy('hall-scanner', {
  createScriptURL: (url) => (url === WORKER ? url : ''),
});

/**
 * Keeps the scanner's files on this device, and fetches a new version whenever there is one; it begins when the
 * scanner is next opened. Resolves once a version is wholly kept; never where the browser cannot.
 */
export async function installServiceWorker(): Promise<void> {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (!workers) return new Promise(() => undefined);
  const options = { scope: SCOPE, updateViaCache: 'none' } as const;
  const registering = workers.register(policy?.createScriptURL(WORKER) ?? WORKER, options);
  // Without a network what is kept goes on.
  void registering.then((registration) => registration.update()).catch(() => undefined);
  await workers.ready;
}
