import {
  type ApplicantSession,
  buildApplicationForm,
  scaledTimeout,
  submitNewApplication,
} from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { type Page, PredefinedNetworkConditions } from 'puppeteer';
import { clickControl, findControl } from './browser.ts';
import { createBrowserEnvironment } from './specification/environment.ts';

const environment = createBrowserEnvironment();
const CPU_SLOWDOWN = 4;
const MAX_STEP_MS = scaledTimeout(2500);
const KB = 1000;

/** Compressed bytes of JavaScript until the selector's element exists. */
async function measureScripts(page: Page, selector: string): Promise<number> {
  await page.waitForSelector(selector);
  return page.evaluate(() => {
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return resources
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  });
}

/** Emulates a cheap phone on a slow line. */
async function slowDown(page: Page): Promise<void> {
  await page.emulateNetworkConditions(PredefinedNetworkConditions['Slow 4G']);
  await page.emulateCPUThrottling(CPU_SLOWDOWN);
}

async function measureStep(page: Page, button: string, isDone: () => Promise<unknown>): Promise<number> {
  await findControl(page, button, 'main');
  await page.waitForNetworkIdle();
  await slowDown(page);
  await clickControl(page, button, 'main');
  const clickedAt = performance.now();
  await isDone();
  const ms = performance.now() - clickedAt;
  console.log(`${button}: ${Math.round(ms)} ms`);
  return ms;
}

/** The fastest of at most three runs, the first within the limit: other suites share the processor, and only add time. */
async function measureFastest(measure: () => Promise<number>): Promise<number> {
  let fastestMs = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && fastestMs > MAX_STEP_MS; run += 1)
    fastestMs = Math.min(fastestMs, await measure());
  return fastestMs;
}

async function registerWithDraft(): Promise<ApplicantSession> {
  const session = await environment.registerApplicant();
  await session.call('saveapplicationform', await buildApplicationForm(session.person));
  return session;
}

test('a visitor’s home page loads at most 131 KB of JavaScript', async () => {
  const { page } = await environment.open('/');
  expect(await measureScripts(page, 'main input[name="number"]')).toBeLessThanOrEqual(131 * KB);
});

test('the form loads at most 200 KB of JavaScript', async () => {
  const { page } = await environment.open('/', { session: await environment.registerApplicant() });
  expect(await measureScripts(page, 'main input[name="aadhar"]')).toBeLessThanOrEqual(200 * KB);
});

test('shows the form again within two and a half seconds after Save, on a cheap phone and a slow line', async () => {
  const ms = await measureFastest(async () => {
    const { page } = await environment.open('/', { session: await registerWithDraft() });
    await page.waitForSelector('[name="father_name"]:enabled');
    await page.$eval('[name="father_name"]', (field) => field.setAttribute('data-before-save', ''));
    return measureStep(page, 'Save', () =>
      page.waitForFunction(() => {
        const field = document.querySelector<HTMLInputElement>(
          '[name="father_name"]:enabled:not([data-before-save])',
        );
        return field?.value && document.activeElement?.id === 'status';
      }),
    );
  });
  expect(ms).toBeLessThanOrEqual(MAX_STEP_MS);
});

test('shows the checkout within two and a half seconds after Pay now, on a cheap phone and a slow line', async () => {
  const ms = await measureFastest(async () => {
    const session = await environment.registerApplicant();
    await submitNewApplication(session);
    const { page } = await environment.open('/', { session });
    return measureStep(page, 'Pay now', () => page.waitForSelector('#pay'));
  });
  expect(ms).toBeLessThanOrEqual(MAX_STEP_MS);
});
