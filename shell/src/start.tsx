import './locales/catalogs.ts';
import { openDeviceCopies } from '@archaka/platform';
import { offerExamination } from '@archaka/platform/shell';
import { StrictMode } from 'react';
import { App } from './app.tsx';
import { examinationOfPage } from './page-examination.ts';
import { sliceRuntime } from './slices/runtime.ts';
import { createSliceStore } from './slices/slice-store.ts';
import { takeOver } from './take-over.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');

const examination = examinationOfPage();
if (examination) offerExamination(examination);

const slices = createSliceStore(sliceRuntime());
void takeOver(
  root,
  <StrictMode>
    <App slices={slices} />
  </StrictMode>,
);

/** After the first screen is in use, the other slices come in unasked, and what is too old leaves the device. */
const whenIdle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2000));
const afterwards = () => {
  slices.prefetchOthers();
  void openDeviceCopies().then((copies) => copies?.sweepCopies());
};
const whenLoaded = (work: () => void) =>
  document.readyState === 'complete' ? work() : addEventListener('load', work);
whenLoaded(() => setTimeout(() => whenIdle(afterwards), 3000));
