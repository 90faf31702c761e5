import { routes } from '@archaka/contracts';

const { path: SCOPE } = routes.scanner;
const WORKER = routes.scannerFile.path.replace(':file', 'sw.js');

const policy = globalThis.trustedTypes?.createPolicy('hall-scanner', {
  createScriptURL: (url) => (url === WORKER ? url : ''),
});

/** Resolves once a version is cached completely; never where the browser has no service workers. */
export async function installServiceWorker(): Promise<void> {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (!workers) return new Promise(() => undefined);
  const options = { scope: SCOPE, updateViaCache: 'none' } as const;
  const registering = workers.register(policy?.createScriptURL(WORKER) ?? WORKER, options);
  // Without a network the cached version serves.
  void registering.then((registration) => registration.update()).catch(() => undefined);
  await workers.ready;
}
