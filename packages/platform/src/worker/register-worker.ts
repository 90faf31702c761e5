import { browserExtras } from '../device/browser-extras.ts';

interface WorkerOptions {
  /** Path of its script. */
  readonly url: string;
  readonly scope: string;
  /** Name of a policy that the page's `trusted-types` allow. */
  readonly policyName: string;
}

/** Also checks for a newer worker. Resolves once one is active; never in a browser without service workers. */
export async function registerWorker(options: WorkerOptions): Promise<ServiceWorkerRegistration> {
  const workers = browserExtras.serviceWorker();
  if (!workers) return new Promise(() => undefined);
  const { url, scope, policyName } = options;
  const policy = globalThis.trustedTypes?.createPolicy(policyName, {
    createScriptURL: (address) => (address === url ? address : ''),
  });
  const registering = workers.register(policy?.createScriptURL(url) ?? url, {
    scope,
    updateViaCache: 'none',
  });
  // Offline the registered worker stays active.
  void registering.then((registration) => registration.update()).catch(() => undefined);
  return workers.ready;
}
