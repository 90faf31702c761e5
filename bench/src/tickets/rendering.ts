import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrInstallChromium } from '@archaka/engines';
import { photo } from '@archaka/test-kit';
import type { Page } from 'puppeteer';
import { startChromium } from '../../../svc-ticket/src/render/chromium.ts';
import { openSheet } from '../../../svc-ticket/src/render/sheet.ts';
import { loadTemplate } from '../../../svc-ticket/src/render/template.ts';
import { median, timed } from '../statistics.ts';
import type { Figure } from '../table.ts';
import { sampleTicket } from './sample.ts';

const ROUNDS = 60;
const AIM = 1.5;

/** The simplest that could print the same page: its whole HTML set anew on one page, then printed. */
async function printRaw(page: Page, html: string): Promise<void> {
  await page.setContent(html);
  await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true });
}

/** A ticket by svc-ticket's sheet against a raw reused page of the same HTML, in turn, in one browser. */
export async function benchRendering(): Promise<Figure> {
  const home = await mkdtemp(join(tmpdir(), 'bench-tickets-'));
  const browser = await startChromium(await findOrInstallChromium(), home);
  try {
    const ticket = await sampleTicket(await photo());
    const page = await browser.newPage();
    const sheet = await openSheet(page, await loadTemplate());
    await sheet.print(ticket);
    const html = await page.content();
    const bare = await browser.newPage();
    await printRaw(bare, html);

    const [ours, raw]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await timed(() => sheet.print(ticket)));
      raw.push(await timed(() => printRaw(bare, html)));
    }
    const ratio = median(ours) / median(raw);
    return {
      what: `printing a ticket, median of ${ROUNDS}`,
      measured: `${median(ours).toFixed(1)} ms`,
      against: `raw reused page, same HTML: ${median(raw).toFixed(1)} ms`,
      ratio: `${ratio.toFixed(2)} (aim ≤ ${AIM})`,
      reached: ratio <= AIM,
    };
  } finally {
    await browser.close();
    await rm(home, { recursive: true, force: true });
  }
}
