import {
  type ApplicantSession,
  buildApplicationForm,
  type Portal,
  registerApplicant,
  submitNewApplication,
} from '@archaka/test-kit';
import type { Browser, Page } from 'puppeteer';
import { measureMs, median } from '../statistics.ts';
import type { Figure } from '../table.ts';
import { openScreen, slowDown, withPage } from './browser.ts';

const ROUNDS = 3;
const TARGET_MS = 2500;

interface Step {
  readonly name: string;
  readonly button: string;
  readonly prepare: (session: ApplicantSession) => Promise<unknown>;
  /** Called before the press. @returns what waits for the end of the step */
  readonly begin: (page: Page) => Promise<() => Promise<unknown>>;
}

/** Runs in the page. */
const SAVED = `document.querySelector('[name="father_name"]:enabled:not([data-before-save])')?.value
  && document.activeElement?.id === 'status'`;

const STEPS: readonly Step[] = [
  {
    name: 'the form again after Save',
    button: 'Save',
    prepare: async (session) =>
      session.call('saveapplicationform', await buildApplicationForm(session.person)),
    begin: async (page) => {
      await page.waitForSelector('[name="father_name"]:enabled');
      await page.$eval('[name="father_name"]', (field) => field.setAttribute('data-before-save', ''));
      return () => page.waitForFunction(SAVED);
    },
  },
  {
    name: 'the checkout after Pay now',
    button: 'Pay now',
    prepare: submitNewApplication,
    begin: async (page) => () => page.waitForSelector('#pay'),
  },
];

async function measureStep(
  browser: Browser,
  origin: string,
  { button, prepare, begin }: Step,
): Promise<number> {
  const session = await registerApplicant(origin);
  await prepare(session);
  return withPage(browser, { session }, async (page) => {
    const selector = `main ::-p-xpath(//button[contains(., "${button}")])`;
    await openScreen(page, origin, { name: button, path: '/', usable: 'main button' });
    const control = await page.waitForSelector(selector);
    const waitForEnd = await begin(page);
    await page.waitForNetworkIdle();
    await slowDown(page);
    return measureMs(async () => {
      await control?.click();
      await waitForEnd();
    });
  });
}

/** Two steps of an applicant on a cheap phone with a slow line. */
export async function measureSlowSteps(browser: Browser, { origin }: Portal): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const step of STEPS) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await measureStep(browser, origin, step));
    const ms = median(times);
    figures.push({
      name: `${step.name}, Slow 4G, a quarter of the speed, median of ${ROUNDS}`,
      measured: `${ms.toFixed(0)} ms`,
      target: `${TARGET_MS} ms`,
      ratio: (ms / TARGET_MS).toFixed(2),
      isReached: ms <= TARGET_MS,
    });
  }
  return figures;
}
