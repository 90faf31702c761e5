import { CHROMIUM_FLAGS, findOrInstallChromium } from '@archaka/engines';
import {
  type ApplicantSession,
  buildApplicationForm,
  type Portal,
  registerApplicant,
  submitNewApplication,
} from '@archaka/test-kit';
import lighthouse, { type Result } from 'lighthouse';
import puppeteer, { type Browser, type Page } from 'puppeteer';
import { createLimitFigure, type Figure, measureMs, median } from '../figures.ts';
import { slowDown, withPage } from './phone.ts';

const AUDITS = 5;
const TARGETS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const PERCENT = 100;

type Category = keyof typeof TARGETS;
const categories = Object.keys(TARGETS) as Category[];

/** Lighthouse's defaults: a phone on Slow 4G with a quarter of this machine's speed, both simulated. */
const runAudit = (browser: Browser, url: string, session?: ApplicantSession): Promise<Result> =>
  withPage(browser, session, async (page) => {
    const options = { onlyCategories: categories, disableFullPageScreenshot: true };
    const run = await lighthouse(url, options, undefined, page);
    if (!run || run.lhr.runtimeError)
      throw new Error(`Lighthouse on ${url}: ${run?.lhr.runtimeError?.message}`);
    return run.lhr;
  });

const getScore = (result: Result, category: Category): number =>
  Math.round(Number(result.categories[category]?.score) * PERCENT);

/** The failed audits of a category. */
function findFailedAudits({ audits, categories }: Result, category: Category): string[] {
  const refs = categories[category]?.auditRefs ?? [];
  return refs
    .filter(({ weight }) => weight > 0)
    .flatMap(({ id }) => audits[id] ?? [])
    .filter(({ score }) => score !== null && score < 0.9)
    .map(({ id, displayValue = '' }) => `${id} ${displayValue}`);
}

/** Lighthouse's four scores for a page. */
async function auditScreen(browser: Browser, url: string, session?: ApplicantSession): Promise<Figure[]> {
  const results: Result[] = [];
  for (let round = 0; round < AUDITS; round++) results.push(await runAudit(browser, url, session));
  return categories.map((category) => {
    const score = median(results.map((result) => getScore(result, category)));
    const failed = new Set(results.flatMap((result) => findFailedAudits(result, category)));
    for (const audit of failed) console.log(`${url}, ${category}: ${audit}`);
    return {
      name: `Lighthouse's ${category} of ${new URL(url).pathname}, median of ${AUDITS}`,
      measured: String(score),
      target: `≥ ${TARGETS[category]}`,
      isReached: score >= TARGETS[category],
    };
  });
}

const ROUNDS = 3;
type MeasureStep = (page: Page, session: ApplicantSession, origin: string) => Promise<number>;

interface SlowStep {
  readonly targetMs: number;
  readonly signedIn: boolean;
  readonly measure: MeasureStep;
}

/** Opens the page, waits until it is idle, then measures from the press of the button to the end of the step. */
async function measureClick(page: Page, label: string, waitForEnd: () => Promise<unknown>): Promise<number> {
  const button = await page.waitForSelector(`main ::-p-xpath(//button[contains(., "${label}")])`);
  await page.waitForNetworkIdle();
  await slowDown(page);
  return measureMs(async () => {
    await button?.click();
    await waitForEnd();
  });
}

async function readOtp({ person, fetch }: ApplicantSession): Promise<string> {
  const [newest] = (await (await fetch(`/dev/inbox?number=${person.number}`)).json()) as { otp: string }[];
  return newest?.otp ?? '';
}

const measureHome: MeasureStep = async (page, _session, origin) => {
  await slowDown(page);
  return measureMs(async () => {
    await page.goto(origin, { waitUntil: 'domcontentloaded' });
    await page.waitForSelector('main input[name="number"]');
  });
};

const measureSignIn: MeasureStep = async (page, session, origin) => {
  await page.goto(origin);
  await page.locator('main input[name="number"]').fill(session.person.number);
  await page.locator('main ::-p-xpath(//button[contains(., "OTP")])').click();
  await page.waitForSelector('main input[name="otp"]');
  await page.locator('main input[name="otp"]').fill(await readOtp(session));
  return measureClick(page, 'Sign-In', () => page.waitForSelector('main input[name="aadhar"]:enabled'));
};

const measureSave: MeasureStep = async (page, session, origin) => {
  await session.call('saveapplicationform', await buildApplicationForm(session.person));
  await page.goto(origin);
  await page.waitForSelector('[name="father_name"]:enabled');
  await page.$eval('[name="father_name"]', (field) => field.setAttribute('data-before-save', ''));
  return measureClick(page, 'Save', () =>
    page.waitForFunction(`document.querySelector('[name="father_name"]:enabled:not([data-before-save])')?.value
      && document.activeElement?.id === 'status'`),
  );
};

const measurePayNow: MeasureStep = async (page, session, origin) => {
  await submitNewApplication(session);
  await page.goto(origin);
  return measureClick(page, 'Pay now', () => page.waitForSelector('#pay'));
};

const slowSteps: Readonly<Record<string, SlowStep>> = {
  'the home page until a number can be typed': { targetMs: 3200, signedIn: false, measure: measureHome },
  'the form after Sign-In': { targetMs: 3500, signedIn: false, measure: measureSignIn },
  'the form again after Save': { targetMs: 2500, signedIn: true, measure: measureSave },
  'the checkout after Pay now': { targetMs: 2200, signedIn: true, measure: measurePayNow },
};

/** Steps of an applicant on a cheap phone with a slow line. */
async function measureSlowSteps(browser: Browser, { origin }: Portal): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, { targetMs, signedIn, measure: measureStep }] of Object.entries(slowSteps)) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const session = await registerApplicant(origin);
      const cookie = signedIn ? session : undefined;
      times.push(await withPage(browser, cookie, (page) => measureStep(page, session, origin)));
    }
    const conditions = `Slow 4G, a quarter of the speed, median of ${ROUNDS}`;
    figures.push(createLimitFigure(`${name}, ${conditions}`, median(times), targetMs, 'ms'));
  }
  return figures;
}

/** The load on a phone: Lighthouse's scores and times of steps. tests/e2e limits the scripts' sizes. */
export async function measure(portal: Portal): Promise<Figure[]> {
  const applicant = await registerApplicant(portal.origin);
  await submitNewApplication(applicant);
  const browser = await puppeteer.launch({
    executablePath: await findOrInstallChromium(),
    args: [...CHROMIUM_FLAGS],
  });
  try {
    return [
      ...(await auditScreen(browser, `${portal.origin}/`)),
      ...(await auditScreen(browser, `${portal.origin}/ticket`, applicant)),
      ...(await measureSlowSteps(browser, portal)),
    ];
  } finally {
    await browser.close();
  }
}
