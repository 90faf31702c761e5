import type { Page } from 'puppeteer';
import { intercept } from '../e2e/browser.ts';
import { holdCall, stubCall } from '../e2e/page.ts';

/** The call fails like during an outage of its service. */
export const failCall = (name: string) => (page: Page) => stubCall(page, name, 503);

/** The call never ends. */
export const holdCallForever = (name: string) => (page: Page) => holdCall(page, name);

/** No file of this slice arrives. */
export const loseSlice = (slice: string) => async (page: Page) => {
  await intercept(page, (request) => {
    const isLost = request.url().includes(`/slices/${slice}/`);
    void (isLost ? request.abort('connectionfailed') : request.continue());
  });
};

/** Overrides values of the examination in the page. */
export const changeExamination = (changes: Readonly<Record<string, unknown>>) => (page: Page) =>
  page.evaluateOnNewDocument((changedValues) => {
    document.addEventListener('readystatechange', () => {
      const original = document.getElementById('examination');
      if (document.readyState !== 'interactive' || !original) return;
      // Not in the script element itself: the page's policy forbids writing to it.
      const replacement = Object.assign(document.createElement('data'), { id: 'examination', hidden: true });
      replacement.textContent = JSON.stringify({ ...JSON.parse(original.textContent), ...changedValues });
      original.replaceWith(replacement);
    });
  }, changes);

/** The device prefers dark colours. */
export const useDarkMode = (page: Page) =>
  page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
