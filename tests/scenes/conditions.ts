import type { HTTPRequest, Page } from 'puppeteer';

/** Lets every call through but those that `answer` has something to say about. */
async function intercept(page: Page, answer: (request: HTTPRequest) => Promise<unknown> | undefined) {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const answered = answer(request);
    if (!answered) void request.continue();
  });
}

const isCall = (request: HTTPRequest, name: string) => request.url().endsWith(`/api/dashboard/${name}`);

/** The call fails as it does when a service is down. */
export const failing = (name: string) => (page: Page) =>
  intercept(page, (request) =>
    isCall(request, name)
      ? request.respond({ status: 503, contentType: 'application/problem+json', body: '{}' })
      : undefined,
  );

/** The call never ends. */
export const hanging = (name: string) => (page: Page) =>
  intercept(page, (request) => (isCall(request, name) ? Promise.resolve() : undefined));

/** Nothing of this slice arrives. */
export const lostSlice = (slice: string) => (page: Page) =>
  intercept(page, (request) =>
    request.url().includes(`/slices/${slice}/`) ? request.abort('connectionfailed') : undefined,
  );

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
