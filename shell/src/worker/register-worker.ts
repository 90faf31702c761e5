import { browserExtras, clearOfflineData, isServedFromDevice } from '@archaka/platform/shell';
import { registerWorker } from '@archaka/platform/worker';

/** From a page to its service worker. */
export interface WorkerMessage {
  /** Parts of the HTML that name its release. Absent once it was reported, or for a page from the device. */
  readonly release?: readonly string[];
  /** Absolute addresses of the loaded files. */
  readonly files: readonly string[];
}

const SCOPE = '/';
const isFile = (url: string): boolean => /\.(js|css|svg|woff2)$/.test(new URL(url).pathname);

/** The registry and the shell's scripts, as in the HTML. */
function readRelease(): string[] {
  const scripts = [...document.querySelectorAll('script[src^="/assets/"]')];
  const registry = document.getElementById('slices')?.textContent ?? '';
  return [registry, ...scripts.map((script) => script.getAttribute('src') ?? '')];
}

/** Reports the files that the page has loaded, and those it loads later, to the worker. */
function reportFiles(worker: ServiceWorker): void {
  let release = isServedFromDevice() ? undefined : readRelease();
  const observer = new PerformanceObserver((list) => {
    const files = list
      .getEntries()
      .map(({ name }) => name)
      .filter(isFile);
    if (!release && files.length === 0) return;
    const message: WorkerMessage = { ...(release && { release }), files };
    worker.postMessage(message);
    release = undefined;
  });
  observer.observe({ type: 'resource', buffered: true });
}

/** The worker is disabled: deletes all stored data of the portal. */
async function removeWorker(workers: ServiceWorkerContainer): Promise<void> {
  const registrations = await workers.getRegistrations();
  const own = registrations.filter(({ scope }) => new URL(scope).pathname === SCOPE);
  if (own.length === 0) return;
  await Promise.all(own.map((registration) => registration.unregister()));
  clearOfflineData();
}

/** Registers the worker for offline use, where the page names one and the browser supports it. */
export async function startOfflineWorker(): Promise<void> {
  const workers = browserExtras.serviceWorker();
  if (!workers) return;
  const url = document.querySelector<HTMLMetaElement>('meta[name="service-worker"]')?.content;
  if (!url) return removeWorker(workers);
  const { active } = await registerWorker({ url, scope: SCOPE, policyName: 'archaka' });
  if (active) reportFiles(active);
}
