import './locales/catalogs.ts';
import { openDeviceCopies, type PublicExamination } from '@archaka/platform';
import { primeExamination } from '@archaka/platform/shell';
import { StrictMode } from 'react';
import { App } from './app.tsx';
import { hydratePage } from './hydrate.ts';
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
  void openDeviceCopies().then((copies) => copies?.sweepCopies());
};
const whenLoaded = (task: () => void) =>
  document.readyState === 'complete' ? task() : addEventListener('load', task);
whenLoaded(() => setTimeout(() => whenIdle(runIdleTasks), 3000));
