import { PooledBrowser } from '../../../svc-ticket/src/render/browser-pool.ts';
import { openRenderPage, toTicketSheet } from '../../../svc-ticket/src/render/renderer.ts';
import { loadTemplate } from '../../../svc-ticket/src/render/template.ts';
import { measureRate, median } from '../statistics.ts';
import type { Figure } from '../table.ts';
import { createSampleTicket } from './sample-ticket.ts';
import { withBrowser } from './with-browser.ts';

const TICKETS = 20_000;
const PAGES = 2;
const SAMPLE_EVERY = 50;
/** Memory varies between garbage collections, so samples are grouped. */
const TICKETS_PER_WINDOW = 1000;
/** Warm-up, in which caches fill. */
const WARM_UP = 1000;
const MAX_DEVIATION = 0.1;
const PRINT_MS = 30_000;

/** Private memory of a browser in MB: the median of each window's samples. */
async function measureWindows(): Promise<number[]> {
  const ticket = await createSampleTicket();
  const template = await loadTemplate();
  return withBrowser(async (browser) => {
    const pooled = await PooledBrowser.open(browser, {
      openPage: (page) => openRenderPage(page),
      maxFiles: TICKETS,
      printTimeoutMs: PRINT_MS,
    });
    const windows = Array.from({ length: (TICKETS - WARM_UP) / TICKETS_PER_WINDOW }, (): number[] => []);
    const numbers = Array.from({ length: TICKETS }, (_, index) => index + 1);
    await measureRate(numbers, PAGES, async (number) => {
      const sheet = toTicketSheet({ ...ticket, edition: `${ticket.edition} ${number}` });
      await pooled.use((page) => page.print(template, ticket.title, [sheet]));
      if (number <= WARM_UP || number % SAMPLE_EVERY !== 0) return;
      windows[Math.ceil((number - WARM_UP) / TICKETS_PER_WINDOW) - 1]?.push(await pooled.measureMemory());
    });
    return windows.map(median);
  });
}

/** Measures whether the memory of one browser stays constant over many tickets. */
export async function measure(): Promise<Figure[]> {
  const megabytes = await measureWindows();
  const medianSize = median(megabytes);
  const maxDeviation = Math.max(...megabytes.map((size) => Math.abs(size - medianSize) / medianSize));
  return [
    {
      name: `memory of one browser over ${TICKETS} tickets, ${TICKETS_PER_WINDOW} by ${TICKETS_PER_WINDOW}`,
      measured: `${Math.min(...megabytes).toFixed(0)} to ${Math.max(...megabytes).toFixed(0)} MB`,
      target: `median ${medianSize.toFixed(0)} MB`,
      ratio: `± ${(maxDeviation * 100).toFixed(0)} % (target ± ${MAX_DEVIATION * 100} %)`,
      isReached: maxDeviation <= MAX_DEVIATION,
    },
  ];
}
