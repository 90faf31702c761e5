import {
  type Portal,
  percentile,
  registerApplicant,
  startDevProxy,
  startPortal,
  submitNewApplication,
} from '@archaka/test-kit';
import type { Browser, Page } from 'puppeteer';
import type { Figure } from '../table.ts';
import { openBrowser, withPage } from '../web/browser.ts';
import type { Screen } from '../web/screens.ts';
import { measureFirstScreens } from './first-screen.ts';

const CHANGES = 25;
const CHANGE_TARGET_MS = 300;
const FIRST_SCREEN_TARGET_MS = 5000;
const FACTS = 'src/features/view-application/application-facts.tsx';

/** Measures dev mode: from the command to the first screen, and from a change to its frame. */
export async function measure(): Promise<Figure[]> {
  const portal = await startPortal({ env: { LOG_LEVEL: 'warn' } });
  const browser = await openBrowser();
  try {
    const session = await registerApplicant(portal.origin);
    await submitNewApplication(session);
    const history = { name: 'the history', path: '/ticket', session, usable: 'main td' };
    const [cold, warm] = await measureFirstScreens(browser, portal, history);
    const changes = await measureChanges(browser, portal, history);
    const p95 = percentile(changes, 0.95);
    return [
      createFigure(
        'dev mode with a running portal, nothing built: time to the first screen',
        cold,
        Number.NaN,
      ),
      createFigure('the same, already built: time to the first screen', warm, FIRST_SCREEN_TARGET_MS),
      createFigure(
        `time until a change of the slice shows, median of ${CHANGES}`,
        percentile(changes, 0.5),
        CHANGE_TARGET_MS,
      ),
      createFigure(`time until a change of the slice shows, p95 of ${CHANGES}`, p95, CHANGE_TARGET_MS),
    ];
  } finally {
    await browser.close();
    await portal.stop();
  }
}

/** Milliseconds from the write of a source to the frame that shows it, for each of the changes. */
async function measureChanges(
  browser: Browser,
  { origin }: Portal,
  { path, session }: Screen,
): Promise<number[]> {
  const devProxy = await startDevProxy({ portal: origin, remote: 'mf-history' });
  try {
    return await withPage(browser, session ? { session } : {}, async (page) => {
      await page.goto(devProxy.origin + path);
      await page.locator('main td button ::-p-text(View)').click();
      const times: number[] = [];
      let before = 'value: a.application_id }';
      for (let number = 1; number <= CHANGES; number++) {
        const after = `value: \`change ${number} of \${a.application_id}\` }`;
        const visible = waitForText(page, `change ${number} of`);
        const startedAt = Date.now();
        await devProxy.change(FACTS, { from: before, to: after });
        times.push((await visible) - startedAt);
        before = after;
      }
      return times;
    });
  } finally {
    await devProxy.stop();
  }
}

/** The time of the first frame with this text. */
const waitForText = (page: Page, text: string): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    const look = () =>
      document.body.textContent.includes(${JSON.stringify(text)}) ? resolve(Date.now()) : requestAnimationFrame(look);
    look();
  })`) as Promise<number>;

const createFigure = (name: string, ms: number, targetMs: number): Figure => ({
  name,
  measured: `${Math.round(ms)} ms`,
  target: Number.isNaN(targetMs) ? '–' : `${targetMs} ms`,
  ratio: Number.isNaN(targetMs) ? '–' : (ms / targetMs).toFixed(2),
  isReached: Number.isNaN(targetMs) || ms <= targetMs,
});
