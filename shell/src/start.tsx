import { getDistricts, getMandals, toCallPath } from '@archaka/contracts/calls';
import { openDeviceCopies, type PublicExamination } from '@archaka/platform/core';
import {
  isServedFromDevice,
  loadSession,
  portalStore,
  primeExamination,
  showVisitor,
} from '@archaka/platform/shell';
import { type ReactNode, StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App, hasNoInitialSession, isRenderedForApplicant } from './app.tsx';
import { isDeskPath } from './pages/pages.tsx';
import { readFirstSlices } from './slices/registry.ts';
import { SliceRuntime } from './slices/runtime.ts';
import { SliceLoader } from './slices/slice-loader.ts';

/** The examination in the page; undefined while svc-application was unavailable. */
function readInitialExamination(): PublicExamination | undefined {
  const text = document.getElementById('examination')?.textContent;
  return text ? (JSON.parse(text) as PublicExamination) : undefined;
}

/** Milliseconds that the page waits for the session's owner. */
const MAX_WAIT_MS = 2000;

const hasUser = () => portalStore.getState().user.user !== null;

const waitForSession = (): Promise<unknown> =>
  Promise.race([loadSession(), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);

/** Hydrates the page when it was rendered for the present user or visitor; else renders it anew. */
async function hydratePage(root: HTMLElement, app: ReactNode): Promise<void> {
  if (hasNoInitialSession()) showVisitor();
  else if (isRenderedForApplicant() && !hasUser()) await waitForSession();
  // The device stores one page for every address and language.
  const isAsRendered = !isServedFromDevice() && isRenderedForApplicant() === hasUser();
  // React splits a transition into short tasks, so the phone responds in between.
  if (isAsRendered) startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');

const examination = readInitialExamination();
if (examination) primeExamination(examination);

const slices = new SliceLoader(new SliceRuntime());
// Their files are being loaded already and need not wait for the hydration.
for (const name of readFirstSlices()) slices.ensureLoaded(name);
const app = (
  <StrictMode>
    <App slices={slices} />
  </StrictMode>
);
const isDesk = isDeskPath(location.pathname);
if (isDesk) hydrateRoot(root, app);
else void hydratePage(root, app);

/** For the menu and the next screen; what fails here loads on demand. */
const loadOthers = () => {
  slices.loadOthers();
  void import('@archaka/platform').catch(() => undefined);
};
const cacheLists = () => {
  for (const call of [getDistricts, getMandals]) fetch(toCallPath(call)).catch(() => undefined);
};
/** Deletes outdated stored data, and stores the loaded files for use without a network. */
const updateDeviceData = () => {
  void openDeviceCopies()
    .then((copies) => copies?.sweepCopies())
    .catch(() => undefined);
  void import('./worker/register-worker.ts')
    .then(({ startOfflineWorker }) => startOfflineWorker())
    .catch(() => undefined);
};
const whenIdle = globalThis.requestIdleCallback ?? ((task: () => void) => setTimeout(task, 2000));
const afterLoad = new Promise((resolve) => {
  const settle = () => setTimeout(resolve, 3000);
  if (document.readyState === 'complete') settle();
  else addEventListener('load', settle);
});
/** Who signs in needs the form next: its files and lists come while the number and the OTP are typed. */
const firstInput = new Promise((resolve) => addEventListener('input', resolve, { once: true }));
// The desk has no other slices, and stores nothing on its device.
if (!isDesk) {
  void Promise.race([afterLoad, firstInput]).then(() => whenIdle(loadOthers));
  void firstInput.then(() => whenIdle(cacheLists));
  void afterLoad.then(() => whenIdle(updateDeviceData));
}
