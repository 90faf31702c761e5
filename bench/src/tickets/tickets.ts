import { startStores, variablesOfStores } from '@archaka/test-kit';
import type { Figure } from '../table.ts';
import { benchCaptured } from './captured.ts';
import { benchRendering } from './rendering.ts';
import { rawRate } from './side-by-side.ts';

/** As many as svc-ticket prints at once unless told otherwise. */
const PAGES = 2;

/** What tickets cost: one by one, from captured payments, and in the pack of a hall. */
export async function measure(): Promise<Figure[]> {
  const { figures, oursMs } = await benchRendering();
  const stores = await startStores();
  try {
    Object.assign(process.env, variablesOfStores(stores));
    const rawASecond = await rawRate(PAGES);
    return [...figures, ...(await benchCaptured({ pages: PAGES, rawASecond, oursMs }))];
  } finally {
    await stores.stop();
  }
}
