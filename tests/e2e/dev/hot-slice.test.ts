import {
  type DevProxy,
  eventually,
  getSharedPortal,
  registerApplicant,
  startDevProxy,
  submitNewApplication,
} from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import {
  clickControl,
  closeBrowser,
  type Faults,
  LAPTOP,
  openBrowser,
  openPage,
  waitForText,
} from '../browser.ts';
import { setSessionCookie } from '../cookies.ts';

const FACTS = 'src/features/view-application/application-facts.tsx';
const toValueSource = (label: string) => `value: \`${label} \${application.application_id}\` }`;

const portal = getSharedPortal();
let devProxy: DevProxy;
let browser: Browser;
let page: Page;
let faults: Faults;

/** An applicant's history in dev mode with an open application, which is state of the slice. */
beforeAll(async () => {
  const session = await registerApplicant(portal.origin);
  [devProxy, browser] = await Promise.all([
    startDevProxy({ portal: portal.origin, remote: 'mf-history' }),
    openBrowser(),
    submitNewApplication(session),
  ]);
  ({ page, faults } = await openPage(browser, LAPTOP));
  await setSessionCookie(page, session);
  await page.goto(`${devProxy.origin}/ticket`);
  await clickControl(page, 'View');
  await page.evaluate(() => Object.assign(globalThis, { notReloaded: true }));
});
afterAll(async () => {
  await closeBrowser(browser);
  await devProxy?.stop();
});

/** Marker on the page before a change, which a reload would remove. */
const isStatePreserved = () =>
  page.evaluate(() => ({
    page: 'notReloaded' in globalThis,
    dialog: document.querySelector('dialog[open]') !== null,
  }));

test('the open page shows a change of a slice and retains its state', async () => {
  await devProxy.change(FACTS, { from: 'value: application.application_id }', to: toValueSource('changed') });
  await waitForText(page, 'changed ARC24-');
  expect(await isStatePreserved()).toEqual({ page: true, dialog: true });
});

test('reports a change that does not build without other effects, and shows the next one', async () => {
  await devProxy.change(FACTS, { from: toValueSource('changed'), to: 'value: (' });
  await eventually(() => devProxy.logs().includes('application-facts.tsx'));
  await devProxy.change(FACTS, { from: 'value: (', to: toValueSource('mended') });
  await waitForText(page, 'mended ARC24-');
  expect(await isStatePreserved()).toEqual({ page: true, dialog: true });
});

test('loads the changed slice after a reload, and the other slices from the store', async () => {
  await page.reload();
  await clickControl(page, 'View');
  await waitForText(page, 'mended ARC24-');
  const registries = [portal.origin, devProxy.origin].map(
    async (origin) => (await (await fetch(`${origin}/slices.json`)).json()).slices,
  );
  const [portalRegistry, devRegistry] = await Promise.all(registries);
  expect(devRegistry['mf-auth']).toEqual(portalRegistry['mf-auth']);
  expect(devRegistry['mf-history'].version).not.toBe(portalRegistry['mf-history'].version);
});

test("dev mode complies with the portal's own content policy", async () => {
  const policies = [portal.origin, devProxy.origin].map(async (origin) =>
    (await fetch(`${origin}/ticket`, { headers: { accept: 'text/html' } })).headers.get(
      'content-security-policy',
    ),
  );
  const [production, development] = await Promise.all(policies);
  expect(development).toBe(production);
  expect(faults.list).toEqual([]);
});
