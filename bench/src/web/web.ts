import { CHROMIUM_FLAGS, findOrInstallChromium } from '@archaka/engines';
import {
  type ApplicantSession,
  buildApplicationForm,
  type Portal,
  registerApplicant,
  submitNewApplication,
} from '@archaka/test-kit';
import puppeteer, { type Browser, type Page } from 'puppeteer';
import { createLimitFigure, type Figure, measureMs, median } from '../figures.ts';
import { auditScreen } from './audits.ts';
import { slowDown, withPage } from './phone.ts';

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
