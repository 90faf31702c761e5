import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ApplicantSession,
  eventually,
  getSharedPortal,
  registerApplicant,
  submitNewApplication,
} from '@archaka/test-kit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { findAccessibilityViolations } from '../accessibility-violations.ts';
import { expectFieldValue, fillAndWaitForAutosave } from '../autosave/form-page.ts';
import { clickControl, closePage, openMenu, openPhone, waitForText } from '../browser.ts';
import { createPaidApplicant } from '../history/application.ts';
import { setLanguageCookie, setSessionCookie } from '../page.ts';
import { openSeverableBrowser, type SeverableBrowser } from '../severable-browser.ts';
import { readOfflineData, waitUntilPageStored, waitUntilReadableOffline } from './device.ts';

const portal = getSharedPortal();
const NO_NETWORK = 'No network; what you typed is kept';
const JSON_TYPE = /json/;
/** Draft, applications, districts and mandals. */
const FORM_ANSWERS = { type: JSON_TYPE, count: 4 };

let device: SeverableBrowser;
let faults: { readonly list: string[] };
let openedPage: Page;

/** The applicant's phone, at an address of the portal. */
async function openAt(path: string, session?: ApplicantSession): Promise<Page> {
  const opened = await openPhone(device.browser, { serviceWorker: true });
  faults = opened.faults;
  openedPage = opened.page;
  if (session) await setSessionCookie(opened.page, session);
  await setLanguageCookie(opened.page, 'en');
  await opened.page.goto(portal.origin + path);
  return opened.page;
}

async function goOffline(page: Page): Promise<void> {
  await device.cutConnection();
  await page.setOfflineMode(true);
}

describe('without a network', () => {
  beforeAll(async () => {
    device = await openSeverableBrowser(portal.origin);
  });
  afterAll(() => device?.close());

  test('a reload opens the form with the values typed before and since', async () => {
    const session = await registerApplicant(portal.origin);
    const page = await openAt('/', session);
    await fillAndWaitForAutosave(page, 'name', 'సీతా రామ శర్మ');
    await waitUntilReadableOffline(page, FORM_ANSWERS);
    await goOffline(page);
    await fillAndWaitForAutosave(page, 'father_name', 'జనకుడు');

    await page.reload();

    await expectFieldValue(page, 'name', 'సీతా రామ శర్మ');
    await expectFieldValue(page, 'father_name', 'జనకుడు');
    await waitForText(page, NO_NETWORK);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await waitForText(page, 'This needs the network. What you typed stays on this device');
    expect(faults.list).toEqual([]);

    await page.setOfflineMode(false);
    await page.waitForFunction((text) => !document.body.textContent?.includes(text), {}, NO_NETWORK);
  });
});

describe('when the device reports to be online without a connection', () => {
  let downloads: string;
  beforeAll(async () => {
    downloads = await mkdtemp(join(tmpdir(), 'downloads-'));
    device = await openSeverableBrowser(portal.origin);
  });
  afterAll(async () => {
    await device?.close();
    await rm(downloads, { recursive: true, force: true });
  });

  test('the last status and the downloaded ticket can be read', async () => {
    const { session, application_id } = await createPaidApplicant(portal);
    const page = await openAt('/', session);
    const cdp = await page.createCDPSession();
    const browserContextId = page.browserContext().id ?? '';
    await cdp.send('Browser.setDownloadBehavior', {
      behavior: 'allow',
      downloadPath: downloads,
      browserContextId,
    });
    await waitForText(page, 'The hall ticket is ready');
    await clickControl(page, 'Hall ticket', '#status');
    await waitForText(page, 'Downloaded.');
    await waitUntilReadableOffline(page, { type: /pdf/, count: 1 });
    await waitUntilReadableOffline(page, FORM_ANSWERS);
    await device.cutConnection();

    await page.reload();

    await waitForText(page, NO_NETWORK);
    await waitForText(page, 'The hall ticket is ready');
    await waitForText(page, application_id);
    await clickControl(page, 'Hall ticket', '#status');
    await waitForText(page, 'Downloaded.');
    expect(faults.list).toEqual([]);
  });
});

describe('with a network', () => {
  beforeAll(async () => {
    device = await openSeverableBrowser(portal.origin);
  });
  afterEach(() => closePage(openedPage));
  afterAll(() => device?.close());

  test('a stranger finds no data of the applicant on the disk', async () => {
    const session = await registerApplicant(portal.origin);
    await submitNewApplication(session);
    const page = await openAt('/', session);
    await waitUntilReadableOffline(page, FORM_ANSWERS);
    const text = JSON.stringify((await readOfflineData(page)).answers);
    const { person } = session;
    for (const secret of [person.aadhar, person.number, person.id, person.name, 'getticketsandprofile'])
      expect(text).not.toContain(secret);
  });

  test('a logout deletes all data for use without a network', async () => {
    const page = await openAt('/', await registerApplicant(portal.origin));
    await waitUntilReadableOffline(page, FORM_ANSWERS);
    await openMenu(page);
    await clickControl(page, 'Logout', 'header');
    await clickControl(page, 'Yes, logout !', 'dialog[open]');
    await page.waitForFunction(() => localStorage.getItem('usr_id') === null);
    await eventually(async () => (await readOfflineData(page)).answers.length === 0);
    expect(await readOfflineData(page)).toEqual({ hasKeys: false, answers: [] });
  });

  test('the next load after the end of the session deletes the data from the device', async () => {
    const session = await registerApplicant(portal.origin);
    const page = await openAt('/', session);
    await waitUntilReadableOffline(page, FORM_ANSWERS);
    await session.call('logout');
    await page.reload();
    await eventually(async () => !(await readOfflineData(page)).hasKeys);
  });

  test('a sign-in of another applicant deletes the data of the first', async () => {
    const [first, second] = [await registerApplicant(portal.origin), await registerApplicant(portal.origin)];
    const page = await openAt('/', first);
    await waitUntilReadableOffline(page, FORM_ANSWERS);
    const firstAnswers = (await readOfflineData(page)).answers.map(({ text }) => text);
    await setSessionCookie(page, second);
    await page.reload();
    await expectFieldValue(page, 'number', second.person.number);
    await eventually(async () => {
      const texts = (await readOfflineData(page)).answers.map(({ text }) => text);
      return texts.every((text) => !firstAnswers.includes(text));
    });
  });

  test('the second visit transfers no JavaScript', async () => {
    const page = await openAt('/', await registerApplicant(portal.origin));
    await page.waitForSelector('[name="father_name"]');
    await waitUntilPageStored(page);
    const nextPage = await page.browserContext().newPage();
    const cdp = await nextPage.createCDPSession();
    const scripts = new Set<string>();
    let bytes = 0;
    cdp.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId));
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength;
    });
    await cdp.send('Network.enable');
    await nextPage.goto(portal.origin);
    await nextPage.waitForSelector('[name="father_name"]');
    expect(scripts.size).toBeGreaterThan(4);
    expect(bytes).toBe(0);
  });

  test('the worker has at most 2 KB, and its stored files of one release at most 2 MB', async () => {
    const page = await openAt('/');
    await waitUntilPageStored(page);
    const workerBytes = await page.evaluate(async () => {
      await (await fetch('/sw.js')).text();
      const [entry] = performance.getEntriesByName(new URL('/sw.js', location.origin).href);
      return (entry as PerformanceResourceTiming).encodedBodySize;
    });
    expect(workerBytes).toBeLessThan(2048);
    const storedBytes = await page.evaluate(async () => {
      const sizes = (await caches.keys()).map(async (name) => {
        const cache = await caches.open(name);
        const blobs = (await cache.keys()).map(async (request) => (await cache.match(request))?.blob());
        return (await Promise.all(blobs)).reduce((sum, blob) => sum + (blob?.size ?? 0), 0);
      });
      return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    });
    expect(storedBytes).toBeLessThan(2_000_000);
  });
});
