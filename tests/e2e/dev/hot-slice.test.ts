import {
  type DevFront,
  eventually,
  newcomer,
  portalOfTheRun,
  startDevFront,
  submit,
} from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { type Faults, LAPTOP, openBrowser, openPage, press, reads } from '../browser.ts';
import { takeSession } from '../cookies.ts';

const FACTS = 'src/features/view-application/application-facts.tsx';
const number = (words: string) => `value: \`${words} \${a.application_id}\` }`;

const portal = portalOfTheRun();
let front: DevFront;
let browser: Browser;
let page: Page;
let faults: Faults;

/** An applicant has the history open in dev mode, and in it the view of an application: state of the slice. */
beforeAll(async () => {
  const session = await newcomer(portal.origin);
  [front, browser] = await Promise.all([
    startDevFront({ portal: portal.origin, remote: 'mf-history' }),
    openBrowser(),
    submit(session),
  ]);
  ({ page, faults } = await openPage(browser, LAPTOP));
  await takeSession(page, session);
  await page.goto(`${front.origin}/ticket`);
  await press(page, 'View');
  await page.evaluate(() => Object.assign(globalThis, { notReloaded: true }));
});
afterAll(async () => {
  await browser?.close();
  await front?.stop();
});

/** What was on the page before a change and would be gone after a reload. */
const kept = () =>
  page.evaluate(() => ({
    page: 'notReloaded' in globalThis,
    dialog: document.querySelector('dialog[open]') !== null,
  }));

test('a change of a slice is seen in the open page, with its state', async () => {
  await front.change(FACTS, { from: 'value: a.application_id }', to: number('changed') });
  await reads(page, 'changed ARC24-');
  expect(await kept()).toEqual({ page: true, dialog: true });
});

test('a change that cannot be built is told and harms nothing, and the next one is seen', async () => {
  await front.change(FACTS, { from: number('changed'), to: 'value: (' });
  await eventually(() => front.logs().includes('application-facts.tsx'));
  await front.change(FACTS, { from: 'value: (', to: number('mended') });
  await reads(page, 'mended ARC24-');
  expect(await kept()).toEqual({ page: true, dialog: true });
});

test('after a reload the slice is the changed one, and the other slices are those of the store', async () => {
  await page.reload();
  await press(page, 'View');
  await reads(page, 'mended ARC24-');
  const registries = [portal.origin, front.origin].map(
    async (origin) => (await (await fetch(`${origin}/slices.json`)).json()).slices,
  );
  const [deployed, developed] = await Promise.all(registries);
  expect(developed['mf-auth']).toEqual(deployed['mf-auth']);
  expect(developed['mf-history'].version).not.toBe(deployed['mf-history'].version);
});

test("dev mode keeps to the portal's own content policy", async () => {
  const policies = [portal.origin, front.origin].map(async (origin) =>
    (await fetch(`${origin}/ticket`, { headers: { accept: 'text/html' } })).headers.get(
      'content-security-policy',
    ),
  );
  const [production, development] = await Promise.all(policies);
  expect(development).toBe(production);
  expect(faults.list).toEqual([]);
});
