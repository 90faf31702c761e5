import { calls, toCallPath } from '@archaka/contracts';
import { getSharedPortal } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { openBrowser, openPhone } from '../browser.ts';

const { origin } = getSharedPortal();
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test('every call that applicants can make is in the document, at its address, and no internal one', async () => {
  const { openapi, paths } = await (await fetch(`${origin}/api/docs/openapi.json`)).json();
  expect(openapi).toMatch(/^3\.1\./);
  for (const call of calls.filter(({ session }) => session !== 'service')) {
    expect(paths[toCallPath(call)]?.post).toMatchObject({ operationId: call.name, tags: [call.service] });
  }
  expect(Object.keys(paths).filter((path) => path.startsWith('/internal'))).toEqual([]);
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining([
      '/api/documents',
      '/api/uploads/{id}',
      '/api/tickets/{application_id}',
      '/api/payment/callback',
      '/api/payment/webhook',
      '/api/updates',
      '/verify/{token}',
      '/slices.json',
    ]),
  );
});

test('the page shows a call with its fields, and breaks none of the portal’s rules for pages', async () => {
  const { page } = await openPhone(browser);
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') violations.push(message.text());
  });
  await page.goto(`${origin}/api/docs#saveapplicationform`);
  expect(await page.$eval('h1', (heading) => heading.textContent)).toBe('Archaka examinations portal');
  const call = await page.$eval('#saveapplicationform', (details) => details.textContent);
  expect(call).toContain('POST /api/dashboard/saveapplicationform Keeps the form as the applicant’s draft');
  expect(call).toContain('father_name');
  expect(call).toContain('Already Application registered with this Aadhar');
  const columns = await page.$eval('nav', (nav) => getComputedStyle(nav).display);
  expect(columns).toBe('flex');
  expect(violations).toEqual([]);
});
