import { calls, toCallPath } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import { createBrowserEnvironment } from '../specification/environment.ts';

const environment = createBrowserEnvironment();
const { origin } = environment.portal;

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

/** Opens the viewer; records policy violations, console errors and every requested host. */
async function openViewer(address: string) {
  const hosts = new Set<string>();
  const { page, faults } = await environment.open('/', {
    before: async (opened) => {
      opened.on('request', (request) => {
        const { protocol, host } = new URL(request.url());
        if (protocol !== 'data:') hosts.add(host);
      });
    },
  });
  page.on('console', (message) => {
    if (message.type() === 'error') faults.list.push(message.text());
  });
  await page.goto(origin + address);
  await page.waitForSelector('.opblock');
  return { page, faults, hosts };
}

test('shows every published call, without an error or a request to another host', async () => {
  const { page, faults, hosts } = await openViewer('/api/docs');
  expect(await page.title()).toBe('Archaka examinations portal · API');
  expect(await page.$eval('h1', (heading) => heading.textContent)).toContain('Archaka examinations portal');
  const shown = await page.$$eval('.opblock-summary-operation-id', (ids) => ids.map((id) => id.textContent));
  const { paths } = (await (await fetch(`${origin}/api/docs/openapi.json`)).json()) as PublishedDocument;
  const published = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId }) => operationId);
  expect(shown.toSorted()).toEqual(published.toSorted());
  expect(faults.list).toEqual([]);
  expect([...hosts]).toEqual([new URL(origin).host]);
});

interface PublishedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId: string }>>>>;
}

test('shows the fields and the business errors of a call at its address, and sends none', async () => {
  const { page, faults } = await openViewer('/api/docs#/application/saveapplicationform');
  await page.waitForSelector('.opblock.is-open .responses-wrapper');
  const call = await page.$eval('.opblock.is-open', (block) => block.textContent);
  expect(call).toContain('Stores the form as the applicant’s draft');
  expect(call).toContain('father_name');
  expect(call).toContain('Already Application registered with this Aadhar');
  expect(await page.$$('.try-out')).toEqual([]);
  expect(faults.list).toEqual([]);
});

test('opens a call by the keyboard', async () => {
  const { page, faults } = await openViewer('/api/docs');
  const isOnCall = () => document.activeElement?.matches('.opblock-summary-control') ?? false;
  for (let presses = 0; presses < 20 && !(await page.evaluate(isOnCall)); presses += 1) {
    await page.keyboard.press('Tab');
  }
  expect(await page.evaluate(isOnCall)).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.opblock.is-open [aria-expanded="true"]');
  expect(faults.list).toEqual([]);
});
