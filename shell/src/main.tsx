import '@archaka/web-kit/styles.css';
import './locales/catalogs.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { sliceRuntime } from './slices/runtime.ts';
import { createSliceStore } from './slices/slice-store.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');

const slices = createSliceStore(sliceRuntime());
createRoot(root).render(
  <StrictMode>
    <App slices={slices} />
  </StrictMode>,
);

/** After the first screen is in use, the other slices come in unasked. */
const whenIdle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2000));
addEventListener('load', () => setTimeout(() => whenIdle(() => slices.prefetchOthers()), 3000));
