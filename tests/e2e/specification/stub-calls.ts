import type { HTTPRequest, Page } from 'puppeteer';
import { intercept } from '../browser.ts';

/** A call of the table, or of the payment request handler. */
const isCall = (request: HTTPRequest, call: string) =>
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
