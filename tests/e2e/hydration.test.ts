import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { findControl, PHONE } from './browser.ts';
import { createBrowserEnvironment } from './specification/environment.ts';

const environment = createBrowserEnvironment();

/** Records the elements of the server's page, before any script of the portal runs. */
const recordRenderedNodes = (page: Page) =>
  page.evaluateOnNewDocument(() => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive')
        Object.assign(globalThis, {
          arrived: [...document.querySelectorAll('header, .first-language, h1, h2, footer')],
        });
    });
  });

/** The recorded elements that hydration removed. */
async function findReplacedNodes(page: Page): Promise<string[]> {
  await page.waitForFunction(() => {
    const isReacts = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactFiber'));
    const { arrived = [] } = globalThis as unknown as { arrived?: Element[] };
    return arrived.length > 0 && arrived.every((element) => !element.isConnected || isReacts(element));
  });
  return page.evaluate(() =>
    (globalThis as unknown as { arrived: Element[] }).arrived
      .filter(({ isConnected }) => !isConnected)
      .map(({ outerHTML }) => outerHTML.slice(0, 60)),
  );
}

/** A page without a language cookie has both languages, and offers visitors the choice. */
const readShownLanguages = (page: Page) =>
  page.evaluate(() => ({
    both: document.documentElement.hasAttribute('data-both-languages'),
    choice: document.querySelector('.first-language') !== null,
  }));

test.each([
  ['a visitor', 'en', false],
  ['an applicant', undefined, true],
] as const)(
  'hydrates the page of the server for %s with the language %s without a change',
  async (_user, language, signedIn) => {
    const { page, faults } = await environment.open('/', {
      viewport: PHONE,
      ...(language && { language }),
      before: recordRenderedNodes,
      ...(signedIn && { session: await environment.registerApplicant() }),
    });
    for (const path of [
      '/',
      '/ticket',
      '/paymentstatus?order_id=order_1',
      '/ready',
      '/termsandpolicy',
      '/verify',
      '/no-such-page',
    ]) {
      await page.goto(environment.portal.origin + path);
      expect([path, await findReplacedNodes(page)]).toEqual([path, []]);
      expect(await readShownLanguages(page)).toEqual({
        both: language === undefined,
        choice: language === undefined && !signedIn,
      });
    }
    expect(faults.list).toEqual([]);
  },
);

test('a page of an applicant with an expired session becomes a visitor’s', async () => {
  const expired = { name: 'archaka_session', value: 'a'.repeat(43), domain: 'localhost', path: '/' };
  const { page, faults } = await environment.open('/', {
    before: (opened) => opened.browserContext().setCookie({ ...expired, httpOnly: true }),
  });
  await findControl(page, 'Request For OTP', 'main');
  expect(faults.list).toEqual([]);
});
