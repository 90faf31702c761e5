import type { ApplicantSession } from '@archaka/test-kit';
import type { HTTPRequest, Page } from 'puppeteer';
import { findControl, intercept } from './browser.ts';

const portalCookie = { domain: 'localhost', path: '/' };

/** Sets this applicant's session in the browser, in place of any other. */
export async function setSessionCookie(page: Page, session: ApplicantSession): Promise<void> {
  const [name = '', value = ''] = session.cookie().split('=');
  await page.browserContext().setCookie({ name, value, ...portalCookie, httpOnly: true });
}

/** The language was chosen on an earlier visit. */
export const setLanguageCookie = (page: Page, language: 'te' | 'en'): Promise<void> =>
  page.browserContext().setCookie({ name: 'language', value: language, ...portalCookie });

/** Waits for the text of the first element of this kind, with single blanks. */
export async function readText(page: Page, selector: string): Promise<string> {
  const element = await page.waitForSelector(selector);
  return (await element?.evaluate((found) => found.textContent.replace(/\s+/g, ' ').trim())) ?? '';
}

/** The target of the link of this name. */
export const readLink = async (page: Page, name: string, scope?: string): Promise<string> =>
  (await findControl(page, name, scope)).evaluate((link) => (link as HTMLAnchorElement).href);

/** The names of the buttons and links there. */
export const readControlNames = (page: Page, selector: string): Promise<string[]> =>
  page.$$eval(`${selector} :is(a[href], button)`, (controls) =>
    controls
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .map((control) =>
        (control.getAttribute('aria-label') ?? control.textContent).replace(/\s+/g, ' ').trim(),
      ),
  );

/** The value of the control of this name. */
export const readValue = (page: Page, name: string, scope = 'body'): Promise<string> =>
  page.$eval(`${scope} [name="${name}"]`, (control) => (control as HTMLInputElement).value);

/** The values of the ticked boxes of this name. */
export const readTicked = (page: Page, name: string, scope = 'body'): Promise<string[]> =>
  page.$$eval(`${scope} input[name="${name}"]:checked`, (boxes) =>
    boxes.map((box) => (box as HTMLInputElement).value),
  );

/** The label tied to the control, or the legend of its group. */
export const readLabel = (page: Page, name: string, scope = 'body'): Promise<string> =>
  page.$eval(`${scope} [name="${name}"]`, (control) => {
    const { type, labels } = control as HTMLInputElement;
    const label =
      type === 'radio' || type === 'checkbox'
        ? control.closest('fieldset')?.querySelector('legend')
        : labels?.[0];
    return label?.textContent.replace(/\s+/g, ' ').trim() ?? '';
  });

/** Whether there is a control of this name. */
export const hasControl = async (page: Page, name: string, scope = 'body'): Promise<boolean> =>
  (await page.$(`${scope} [name="${name}"]`)) !== null;

/** A call of the table, or of the payment request handler. */
export const isCall = (request: HTTPRequest, call: string) =>
  request.method() === 'POST' && new URL(request.url()).pathname.endsWith(`/${call}`);

/** Replaces the response of this call. @returns a function that changes the response */
export async function stubCall(
  page: Page,
  call: string,
  http: number,
  body: object = {},
): Promise<(http: number, body?: object) => void> {
  let stub = { http, body };
  await intercept(page, (request) => {
    if (!isCall(request, call)) return void request.continue();
    void request.respond({
      status: stub.http,
      contentType: 'application/json',
      headers: createCorsHeaders(request),
      body: JSON.stringify(stub.body),
    });
  });
  return (http, body = {}) => {
    stub = { http, body };
  };
}

/** Holds this call of the page. @returns a function that releases it */
export async function holdCall(page: Page, call: string): Promise<() => void> {
  const heldRequests: HTTPRequest[] = [];
  let isHeld = true;
  await intercept(page, (request) => {
    if (isHeld && isCall(request, call)) heldRequests.push(request);
    else void request.continue();
  });
  return () => {
    isHeld = false;
    for (const request of heldRequests) void request.continue();
  };
}

/** The body of the next such call of the page. */
export async function readNextBody(page: Page, call: string): Promise<Record<string, unknown>> {
  const request = await page.waitForRequest((candidate) => isCall(candidate, call));
  return JSON.parse(request.postData() ?? '{}');
}

/** CORS headers of a response from another origin. */
function createCorsHeaders(request: HTTPRequest): Record<string, string> {
  const { origin } = request.headers();
  return origin ? { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' } : {};
}
