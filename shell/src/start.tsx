import './locales/catalogs.ts';
import { openDeviceCopies, type PublicExamination } from '@archaka/platform/core';
import { primeExamination } from '@archaka/platform/shell';
import { StrictMode } from 'react';
import { App } from './app.tsx';
import { hydratePage } from './hydrate.ts';
import { readFirstSlices } from './slices/registry.ts';
import { createSliceRuntime } from './slices/runtime.ts';
import { createSliceLoader } from './slices/slice-loader.ts';

/** The examination in the page; undefined while svc-application was unavailable. */
function readInitialExamination(): PublicExamination | undefined {
  const text = document.getElementById('examination')?.textContent;
  return text ? (JSON.parse(text) as PublicExamination) : undefined;
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');

const examination = readInitialExamination();
if (examination) primeExamination(examination);

const slices = createSliceLoader(createSliceRuntime());
// Their files are being loaded already and need not wait for the hydration.
for (const name of readFirstSlices()) slices.ensureLoaded(name);
void hydratePage(
  root,
  <StrictMode>
    <App slices={slices} />
  </StrictMode>,
);

/** Once the first screen is interactive: prefetches the other slices and deletes outdated stored data. */
const whenIdle = globalThis.requestIdleCallback ?? ((task: () => void) => setTimeout(task, 2000));
const runIdleTasks = () => {
  slices.prefetchOthers();
  // Preloads the rest of the platform for the next screen; after a failure it loads on demand.
  void import('@archaka/platform').catch(() => undefined);
  void openDeviceCopies()
    .then((copies) => copies?.sweepCopies())
    .catch(() => undefined);
  void import('./offline/offline-worker.ts')
    .then(({ startOfflineWorker }) => startOfflineWorker())
    .catch(() => undefined);
};
const whenLoaded = (task: () => void) =>
  document.readyState === 'complete' ? task() : addEventListener('load', task);
whenLoaded(() => setTimeout(() => whenIdle(runIdleTasks), 3000));
