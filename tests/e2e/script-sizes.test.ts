import { buildApplicationForm, submitNewApplication } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { clickControl, findControl } from './browser.ts';
import { createBrowserEnvironment } from './specification/environment.ts';

const environment = createBrowserEnvironment();
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

/** Presses the button. @returns the paths of the calls and pages that it requests until the end of the step */
async function listRequests(
  page: Page,
  button: string,
  waitForEnd: () => Promise<unknown>,
): Promise<string[]> {
  await findControl(page, button, 'main');
  await page.waitForNetworkIdle();
  const paths: string[] = [];
  page.on('request', (request) => {
    if (['fetch', 'xhr', 'document'].includes(request.resourceType()))
      paths.push(new URL(request.url()).pathname);
  });
  await clickControl(page, button, 'main');
  await waitForEnd();
  return paths;
}

test('a visitor’s home page loads at most 126 KB of JavaScript', async () => {
  const { page } = await environment.open('/');
  expect(await measureScripts(page, 'main input[name="number"]')).toBeLessThanOrEqual(126 * KB);
});

test('the form loads at most 199 KB of JavaScript', async () => {
  const { page } = await environment.open('/', { session: await environment.registerApplicant() });
  expect(await measureScripts(page, 'main input[name="aadhar"]')).toBeLessThanOrEqual(199 * KB);
});

/** What pages read after their first screen. */
const laterCalls = ['getconsents', 'getsignupconsents', 'getdevicekey'];

test.each(['/', '/ticket'])(
  'an applicant’s page %s requests before its scripts run what its first screen reads, and nothing else',
  async (path) => {
    const requests: { call: string; script: string }[] = [];
    const { page } = await environment.open(path, {
      session: await environment.registerApplicant(),
      before: async (opened) =>
        opened.on('request', (request) => {
          const call = /^\/api\/dashboard\/(.*)/.exec(new URL(request.url()).pathname)?.[1];
          const script = request.initiator()?.stack?.callFrames[0]?.url ?? '';
          if (call) requests.push({ call, script });
        }),
    });
    await page.waitForFunction('globalThis.archakaEarlyRequests?.size === 0');
    await page.waitForNetworkIdle();
    const early = requests
      .filter(({ script }) => script.includes('/first-requests.'))
      .map(({ call }) => call);
    expect(early).toContain('session');
    const late = requests.map(({ call }) => call).filter((call) => ![...early, ...laterCalls].includes(call));
    expect(late).toEqual([]);
  },
);

test('shows the form again after Save with two requests, and reads four more things at most, two of them about its papers', async () => {
  const session = await environment.registerApplicant();
  await session.call('saveapplicationform', await buildApplicationForm(session.person));
  const { page } = await environment.open('/', { session });
  await page.waitForSelector('[name="father_name"]:enabled');
  await page.$eval('[name="father_name"]', (field) => field.setAttribute('data-before-save', ''));
  const paths = await listRequests(page, 'Save', () =>
    page.waitForFunction(() => {
      const field = document.querySelector<HTMLInputElement>(
        '[name="father_name"]:enabled:not([data-before-save])',
      );
      return field?.value && document.activeElement?.id === 'status';
    }),
  );
  const [saved, read, ...others] = paths;
  expect([saved, read]).toEqual(['/api/dashboard/saveapplicationform', '/api/dashboard/getsaveformdata']);
  expect(others.length).toBeLessThanOrEqual(4);
});

test('shows the checkout after Pay now with four requests', async () => {
  const session = await environment.registerApplicant();
  await submitNewApplication(session);
  const { page } = await environment.open('/', { session });
  const paths = await listRequests(page, 'Pay now', () => page.waitForSelector('#pay'));
  expect(paths.toSorted()).toEqual([
    '/api/dashboard/getpaymentattempts',
    '/api/dashboard/postorderdata',
    '/checkpaynumberandaadhar',
    '/v1/checkout/embedded',
  ]);
});
