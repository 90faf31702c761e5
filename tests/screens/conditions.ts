import type { Page } from 'puppeteer';
import { intercept } from '../e2e/browser.ts';
import { holdCall, stubCall } from '../e2e/specification/stub-calls.ts';

/** The call fails as it does when a service is down. */
export const failCall = (name: string) => (page: Page) => stubCall(page, name, 503);

/** The call never ends. */
export const holdCallForever = (name: string) => (page: Page) => holdCall(page, name);

/** Nothing of this slice arrives. */
export const loseSlice = (slice: string) => async (page: Page) => {
  await intercept(page, (request) => {
    const isLost = request.url().includes(`/slices/${slice}/`);
    void (isLost ? request.abort('connectionfailed') : request.continue());
  });
};

/** The examination that the page brings along has these other values. */
export const changeExamination = (changes: Readonly<Record<string, unknown>>) => (page: Page) =>
  page.evaluateOnNewDocument((changedValues) => {
    document.addEventListener('readystatechange', () => {
      const original = document.getElementById('examination');
      if (document.readyState !== 'interactive' || !original) return;
      // Not in the script element itself: the page's policy forbids to write into one.
      const replacement = Object.assign(document.createElement('data'), { id: 'examination', hidden: true });
      replacement.textContent = JSON.stringify({ ...JSON.parse(original.textContent), ...changedValues });
      original.replaceWith(replacement);
    });
  }, changes);

/** The device asks for dark colours. */
export const useDarkMode = (page: Page) =>
  page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
