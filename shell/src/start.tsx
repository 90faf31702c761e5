import './locales/catalogs.ts';
import { openDeviceCopies, type PublicExamination } from '@archaka/platform/core';
import { primeExamination } from '@archaka/platform/shell';
import { StrictMode } from 'react';
import { App } from './app.tsx';
import { hydratePage } from './hydrate.ts';
import { readFirstSlices } from './slices/registry.ts';
import { createSliceRuntime } from './slices/runtime.ts';
import { createSliceLoader } from './slices/slice-loader.ts';

/** The examination as the page brought it with it; undefined while svc-application could not be heard. */
function readInitialExamination(): PublicExamination | undefined {
  const text = document.getElementById('examination')?.textContent;
  return text ? (JSON.parse(text) as PublicExamination) : undefined;
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');

const examination = readInitialExamination();
if (examination) primeExamination(examination);

const slices = createSliceLoader(createSliceRuntime());
// Their files are on their way already: they need not wait until the page is taken over.
for (const name of readFirstSlices()) slices.ensureLoaded(name);
void hydratePage(
  root,
  <StrictMode>
    <App slices={slices} />
  </StrictMode>,
);

/** After the first screen is in use, the other slices come in unasked, and what is too old leaves the device. */
const whenIdle = globalThis.requestIdleCallback ?? ((task: () => void) => setTimeout(task, 2000));
const runIdleTasks = () => {
  slices.prefetchOthers();
  // What the next step needs of the platform is there when it is taken; where it fails, it comes then.
  void import('@archaka/platform').catch(() => undefined);
  void openDeviceCopies().then((copies) => copies?.sweepCopies());
  void import('./offline/offline-worker.ts')
    .then(({ startOfflineWorker }) => startOfflineWorker())
    .catch(() => undefined);
};
const whenLoaded = (task: () => void) =>
  document.readyState === 'complete' ? task() : addEventListener('load', task);
whenLoaded(() => setTimeout(() => whenIdle(runIdleTasks), 3000));
