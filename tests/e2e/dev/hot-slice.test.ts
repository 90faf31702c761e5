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
import { setSessionCookie } from '../page.ts';

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

/** Text and state of dev mode's overlay; undefined while it is closed. */
const readOverlay = () =>
  page.evaluate(() => {
    const dialog = document.querySelector('dev-overlay')?.shadowRoot?.querySelector('dialog');
    if (!dialog?.open) return undefined;
    const isFocused = dialog.matches(':focus-within');
    return { text: dialog.textContent ?? '', role: dialog.getAttribute('role'), isFocused };
  });

const waitForOverlay = (text: string) =>
  eventually(async () => {
    const overlay = await readOverlay();
    return overlay?.text.includes(text) && overlay;
  });

const waitUntilOverlayIsGone = () => eventually(async () => !(await readOverlay()));

test('a change that does not build shows its source in an overlay, until the next one', async () => {
  await devProxy.change(FACTS, { from: toValueSource('changed'), to: 'value: (' });
  const overlay = await waitForOverlay('application-facts.tsx');
  expect(overlay).toMatchObject({ role: 'alertdialog', isFocused: true });
  expect(overlay).toMatchObject({ text: expect.stringContaining('value: (') });
  expect(devProxy.logs()).toContain('application-facts.tsx');
  await devProxy.change(FACTS, { from: 'value: (', to: toValueSource('mended') });
  await waitUntilOverlayIsGone();
  await waitForText(page, 'mended ARC24-');
  expect(await isStatePreserved()).toEqual({ page: true, dialog: true });
});

test('an error while a component is rendered shows stack and source in overlay and terminal, until it is mended', async () => {
  const thrown = "value: (() => { throw new TypeError('seeded'); })() }";
  await devProxy.change(FACTS, { from: toValueSource('mended'), to: thrown });
  const position = /application-facts\.tsx:(\d+)/;
  const { text } = await waitForOverlay('> ');
  expect(text).toContain('TypeError: seeded');
  expect(text).toContain(thrown);
  const line = (await devProxy.read(FACTS)).split('\n').findIndex((source) => source.includes(thrown)) + 1;
  expect(position.exec(text)?.[1]).toBe(String(line));
  expect(text).toMatch(/at .*ApplicationGroups.* \(.*application-facts\.tsx:\d+\)/);
  expect(devProxy.logs()).toContain('mf-history failed in the page: threw, TypeError');
  await devProxy.change(FACTS, { from: thrown, to: toValueSource('restored') });
  await waitUntilOverlayIsGone();
  await clickControl(page, 'View');
  await waitForText(page, 'restored ARC24-');
});

test('Escape closes the overlay with the error of a module, and nothing behind it', async () => {
  const declaration = 'interface ApplicationFactsProps';
  const thrown = `throw new RangeError('seeded');\n\n${declaration}`;
  await devProxy.change(FACTS, { from: declaration, to: thrown });
  await waitForOverlay('RangeError: seeded');
  await page.keyboard.press('Escape');
  expect(await readOverlay()).toBeUndefined();
  expect(await isStatePreserved()).toMatchObject({ dialog: true });
  expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
  await devProxy.change(FACTS, { from: thrown, to: declaration });
});

test('loads the changed slice after a reload, and the other slices from the store', async () => {
  await page.reload();
  await clickControl(page, 'View');
  await waitForText(page, 'restored ARC24-');
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
