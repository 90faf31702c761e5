import { type WorkerFetchEvent, workerScope } from '@archaka/platform/worker';
import type { WorkerMessage } from './register-worker.ts';
import { addUsedFiles, findFile, openStoredPage, storePage } from './stored-page.ts';

/** The shell's own files; the worker ignores everything else of the portal's origin. */
const pages: readonly string[] = ['/', '/ticket', '/paymentstatus', '/my-data', '/ready', '/termsandpolicy'];

/** Milliseconds that a device waits which reports a network but reaches nothing. */
const SLOW_PAGE_MS = 10_000;

/** Pages from the device: their files come from there, too, so that a page never mixes two releases. */
const pagesFromDevice = new Set<string>();

async function findPageOnDevice({ resultingClientId }: WorkerFetchEvent): Promise<Response | undefined> {
  const page = await openStoredPage();
  if (page) pagesFromDevice.add(resultingClientId);
  return page;
}

const failAfter = (ms: number) =>
  new Promise<never>((_resolve, reject) => setTimeout(() => reject(new Error('No answer in time')), ms));

async function respondWithPage(event: WorkerFetchEvent): Promise<Response> {
  const fromNetwork = fetch(event.request);
  fromNetwork.catch(() => undefined);
  try {
    return await Promise.race([fromNetwork, failAfter(SLOW_PAGE_MS)]);
  } catch {
    return (await findPageOnDevice(event)) ?? fromNetwork;
  }
}

const respondWithFile = async (request: Request): Promise<Response> =>
  (await findFile(request.url)) ?? fetch(request);

async function handleMessage({ release, files }: WorkerMessage): Promise<void> {
  if (release) await storePage(release);
  await addUsedFiles(files);
}

workerScope.addEventListener('install', (event) => event.waitUntil(workerScope.skipWaiting()));
workerScope.addEventListener('activate', (event) => event.waitUntil(workerScope.clients.claim()));
workerScope.addEventListener('message', (event) =>
  // Without network or space the previous contents stay.
  event.waitUntil(handleMessage(event.data as WorkerMessage).catch(() => undefined)),
);
workerScope.addEventListener('fetch', (event) => {
  const { request, clientId } = event;
  const { pathname } = new URL(request.url);
  if (request.method !== 'GET' || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') {
    if (pages.includes(pathname)) event.respondWith(respondWithPage(event));
    // A page from the network loads its files from the network: the deployed version runs.
  } else if (!navigator.onLine || pagesFromDevice.has(clientId)) {
    event.respondWith(respondWithFile(request));
  }
});
