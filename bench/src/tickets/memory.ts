import { memoryOf } from '../../../svc-ticket/src/render/memory.ts';
import { setUpPrinter } from '../../../svc-ticket/src/render/printer.ts';
import { openSheet } from '../../../svc-ticket/src/render/sheet.ts';
import { loadTemplate } from '../../../svc-ticket/src/render/template.ts';
import { median, rate } from '../statistics.ts';
import type { Figure } from '../table.ts';
import { sampleTicket } from './sample.ts';
import { withBrowser } from './with-browser.ts';

const TICKETS = 20_000;
const PAGES = 2;
const LOOK_EVERY = 50;
/** Between two collections of garbage a browser swings, so looks are taken together. */
const A_WINDOW = 1000;
/** Until then caches fill. */
const WARM_UP = 1000;
const AIM = 0.1;
const PRINT_MS = 30_000;

/** What a browser holds for itself, in MB: the median of the looks of each window. */
async function weighed(): Promise<number[]> {
  const ticket = await sampleTicket();
  const template = await loadTemplate();
  return withBrowser(async (browser) => {
    const printer = await setUpPrinter(browser, {
      openSheet: (page) => openSheet(page, template),
      life: TICKETS,
      printMs: PRINT_MS,
    });
    const weigh = await memoryOf(browser);
    const windows = Array.from({ length: (TICKETS - WARM_UP) / A_WINDOW }, (): number[] => []);
    const numbers = Array.from({ length: TICKETS }, (_, place) => place + 1);
    await rate(numbers, PAGES, async (number) => {
      await printer.use((sheet) => sheet.print({ ...ticket, edition: `${ticket.edition} ${number}` }));
      if (number <= WARM_UP || number % LOOK_EVERY !== 0) return;
      windows[Math.ceil((number - WARM_UP) / A_WINDOW) - 1]?.push(await weigh());
    });
    return windows.map(median);
  });
}

/** Whether one browser stays as large as it is, ticket after ticket, without being replaced. */
export async function measure(): Promise<Figure[]> {
  const megabytes = await weighed();
  const usual = median(megabytes);
  const furthest = Math.max(...megabytes.map((size) => Math.abs(size - usual) / usual));
  return [
    {
      what: `memory of one browser over ${TICKETS} tickets, ${A_WINDOW} by ${A_WINDOW}`,
      measured: `${Math.min(...megabytes).toFixed(0)} to ${Math.max(...megabytes).toFixed(0)} MB`,
      against: `median ${usual.toFixed(0)} MB`,
      ratio: `± ${(furthest * 100).toFixed(0)} % (aim ± ${AIM * 100} %)`,
      reached: furthest <= AIM,
    },
  ];
}
