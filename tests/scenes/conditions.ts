import type { Page } from 'puppeteer';
import { intercept } from '../e2e/browser.ts';
import { answer, hold } from '../e2e/specification/answers.ts';

/** The call fails as it does when a service is down. */
export const failing = (name: string) => (page: Page) => answer(page, name, 503);

/** The call never ends. */
export const hanging = (name: string) => (page: Page) => hold(page, name);

/** Nothing of this slice arrives. */
export const lostSlice = (slice: string) => async (page: Page) => {
  await intercept(page, (request) => {
    const lost = request.url().includes(`/slices/${slice}/`);
    void (lost ? request.abort('connectionfailed') : request.continue());
  });
};

/** The examination that the page brings along has other dates. */
export const examinationWith = (dates: Readonly<Record<string, string>>) => (page: Page) =>
  page.evaluateOnNewDocument((others) => {
    document.addEventListener('readystatechange', () => {
      const brought = document.getElementById('examination');
      if (document.readyState !== 'interactive' || !brought) return;
      // Not in the script element itself: the page's policy forbids to write into one.
      const changed = Object.assign(document.createElement('data'), { id: 'examination', hidden: true });
      changed.textContent = JSON.stringify({ ...JSON.parse(brought.textContent), ...others });
      brought.replaceWith(changed);
    });
  }, dates);

/** The device asks for dark colours. */
export const inTheDark = (page: Page) =>
  page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
