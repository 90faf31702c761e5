import { newcomer, type Portal, percentile, startDevFront, startPortal, submit } from '@archaka/test-kit';
import type { Browser, Page } from 'puppeteer';
import type { Figure } from '../table.ts';
import { openBrowser, withPage } from '../web/browser.ts';
import type { Screen } from '../web/screens.ts';
import { firstScreens } from './first-screen.ts';

const CHANGES = 25;
const CHANGE_MS = 300;
const FIRST_SCREEN_MS = 5000;
const FACTS = 'src/features/view-application/application-facts.tsx';

/** What working on a slice takes: from the command to its first screen, and from a change to its being seen. */
export async function measure(): Promise<Figure[]> {
  const portal = await startPortal({ env: { LOG_LEVEL: 'warn' } });
  const browser = await openBrowser();
  try {
    const session = await newcomer(portal.origin);
    await submit(session);
    const history = { name: 'the history', path: '/ticket', session, usable: 'main td' };
    const [cold, warm] = await firstScreens(browser, portal, history);
    const changes = await seenChanges(browser, portal, history);
    const p95 = percentile(changes, 0.95);
    return [
      figure('dev mode beside a running portal, nothing built: to the first screen', cold, Number.NaN),
      figure('the same, built before: to the first screen', warm, FIRST_SCREEN_MS),
      figure(`a change of the slice is seen, median of ${CHANGES}`, percentile(changes, 0.5), CHANGE_MS),
      figure(`a change of the slice is seen, p95 of ${CHANGES}`, p95, CHANGE_MS),
    ];
  } finally {
    await browser.close();
    await portal.stop();
  }
}

/** Milliseconds from the writing of a source to the frame that shows it, for each of the changes. */
async function seenChanges(
  browser: Browser,
  { origin }: Portal,
  { path, session }: Screen,
): Promise<number[]> {
  const front = await startDevFront({ portal: origin, remote: 'mf-history' });
  try {
    return await withPage(browser, session ? { session } : {}, async (page) => {
      await page.goto(front.origin + path);
      await page.locator('main td button ::-p-text(View)').click();
      const taken: number[] = [];
      let before = 'value: a.application_id }';
      for (let at = 1; at <= CHANGES; at++) {
        const after = `value: \`change ${at} of \${a.application_id}\` }`;
        const seen = whenSeen(page, `change ${at} of`);
        const began = Date.now();
        await front.change(FACTS, { from: before, to: after });
        taken.push((await seen) - began);
        before = after;
      }
      return taken;
    });
  } finally {
    await front.stop();
  }
}

/** The time of the frame that shows these words first. */
const whenSeen = (page: Page, words: string): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    const look = () =>
      document.body.textContent.includes(${JSON.stringify(words)}) ? resolve(Date.now()) : requestAnimationFrame(look);
    look();
  })`) as Promise<number>;

const figure = (what: string, ms: number, aim: number): Figure => ({
  what,
  measured: `${Math.round(ms)} ms`,
  against: Number.isNaN(aim) ? '–' : `${aim} ms`,
  ratio: Number.isNaN(aim) ? '–' : (ms / aim).toFixed(2),
  reached: Number.isNaN(aim) || ms <= aim,
});
