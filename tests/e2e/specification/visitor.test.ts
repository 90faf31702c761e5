import { dateText } from '@archaka/contracts';
import { submitNewApplication } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { clickControl, findControl, openMenu } from '../browser.ts';
import { readControlNames, readLink, readText } from '../page.ts';
import { createBrowserEnvironment } from './environment.ts';

const environment = createBrowserEnvironment();

interface Examination {
  readonly exam_types: { id: number; name: string; name_te: string }[];
  readonly results: { links: { exam_type: number; url: string }[] };
  readonly contacts: { office: string; phones: string[]; technical: string[]; email: string };
  readonly edit_until: string;
}

async function fetchExamination(): Promise<Examination> {
  const response = await fetch(`${environment.portal.origin}/api/dashboard/getexamination`);
  return ((await response.json()) as { data: [Examination] }).data[0];
}

/** A sentence of the home page, and the ids of its statements. */
const SENTENCES = [
  [/Results 2019/, '[S-1.5]'],
  [/signed in may edit their application/, '[S-1.6] [S-6.2]'],
  [/are examples only/, '[S-1.11]'],
  [/entry exam.*needs a photo and a birth certificate/, '[S-1.19]'],
  [/Vara and Pravara also need the previous exam certificate/, '[S-1.20]'],
  [
    /new written-exam applicant over 40 must write all papers \(Sanskrit, Agama, oral, Shushkruti\)/,
    '[S-1.21] [S-9.9]',
  ],
  [/under 40, oral and Shushkruti only/, '[S-1.22]'],
  [/Edits are allowed until submission and are kept in history/, '[S-1.23]'],
  [/Registrations are final: no cancellation, refund, transfer or changes/, '[S-1.24]'],
] as const;

describe('the home page', () => {
  const getScreen = environment.useSharedScreen(() => environment.open('/', { language: 'en' }));

  test('has the programme’s title in Telugu and English [S-1.4]', async () => {
    const title = await readText(getScreen().page, 'h1');
    expect(title).toContain('అర్చక పరీక్షలు 2024');
    expect(title).toContain('Archaka examinations 2024');
  });

  test.each(SENTENCES)('says %s %s', async (sentence, _ids) => {
    expect(await readText(getScreen().page, 'main')).toMatch(sentence);
  });

  test('says beside the notes until when edits are allowed after all [S-1.25]', async () => {
    const day = dateText((await fetchExamination()).edit_until);
    expect(await readText(getScreen().page, 'main')).toContain(
      `edited free of charge until ${day}, also after submission and payment`,
    );
  });

  test('links to the results of 2019, to every telephone and to the e-mail [S-1.5] [S-1.7] [S-1.8] [S-1.9] [S-1.10]', async () => {
    const { exam_types, results, contacts } = await fetchExamination();
    const numbers = [contacts.office, ...contacts.phones, ...contacts.technical];
    expect(Math.min(contacts.phones.length, contacts.technical.length)).toBeGreaterThan(0);
    for (const number of numbers)
      expect(await readText(getScreen().page, `a[href="tel:${number.replace(/\D/g, '')}"]`)).toBe(number);
    expect(await readText(getScreen().page, `a[href="mailto:${contacts.email}"]`)).toBe(contacts.email);
    expect(results.links.map(({ exam_type }) => exam_type)).toEqual([1, 2, 3]);
    for (const { exam_type, url } of results.links) {
      const { name, name_te } = exam_types.find(({ id }) => id === exam_type) ?? {};
      const names = (await readText(getScreen().page, `a[href="${url}"]`)).split(' / ');
      expect(names.toSorted()).toEqual([name, name_te].toSorted());
    }
  });

  test.each([
    ['Home', '/'],
    ['Terms and conditions', '/termsandpolicy'],
    ['Privacy policy', '/termsandpolicy'],
    ['Refund and cancellation', '/termsandpolicy'],
  ])('its footer links to %s [S-1.12]', async (name, path) => {
    expect(new URL(await readLink(getScreen().page, name, 'footer')).pathname).toBe(path);
  });

  test('has a menu with Login, and without Application History and Logout [S-2.11] [S-2.12] [S-2.16] [S-2.32] [S-6.1]', async () => {
    expect(await readLink(getScreen().page, 'Login', 'header')).toContain('/#');
    const names = (await readControlNames(getScreen().page, 'header')).join();
    expect(names).not.toMatch(/Application History|Logout/);
  });
});

describe('the menu', () => {
  test.each([
    ['Application Form', /Application Form/],
    ['About', /About/],
    ['Login', /Sign-In/],
  ])('scrolls smoothly to %s [S-2.8]', async (entry, heading) => {
    const { page } = await environment.open('/');
    await findControl(page, entry, 'header');
    await recordSmoothScrolls(page);
    await clickControl(page, entry, 'header');
    await waitUntilScrolledSmoothly(page);
    await waitUntilAtTop(page, heading);
  });

  test('scrolls smoothly to the top of the page by Home [S-2.9]', async () => {
    const { page } = await environment.open('/');
    await findControl(page, 'Home', 'header');
    await page.evaluate(() => window.scrollTo({ top: 1e6, behavior: 'instant' }));
    await page.waitForFunction(() => scrollY > 100);
    await recordSmoothScrolls(page);
    await page.evaluate(() => document.querySelector<HTMLElement>('header a[href="/"]')?.click());
    await waitUntilScrolledSmoothly(page);
    await page.waitForFunction(() => scrollY === 0);
  });

  test('has the name, Application History and Logout of an applicant, and no Login; Edit Application leads to the history [S-2.10] [S-2.13] [S-2.14] [S-2.15] [S-2.21] [S-2.31] [S-2.33] [S-6.4] [S-6.5]', async () => {
    const session = await environment.registerApplicant();
    await submitNewApplication(session);
    const { page } = await environment.open('/', { session });
    const expectMenu = async () => {
      await openMenu(page);
      for (const name of ['Home', 'Application History', 'Logout']) await findControl(page, name, 'header');
      expect(new URL(await readLink(page, 'Application History', 'header')).pathname).toBe('/ticket');
      expect((await readControlNames(page, 'header')).join()).not.toMatch(/Login/);
      expect(await readText(page, 'header')).toContain(session.person.name);
    };
    await expectMenu();
    await clickControl(page, 'Edit Application', 'main');
    await page.waitForFunction(() => location.pathname === '/ticket');
    await expectMenu();
  });
});

/** Not the positions: a busy machine draws few frames of a short scroll. */
const recordSmoothScrolls = (page: Page) =>
  page.evaluate(() => {
    const record = (options: unknown) =>
      Object(options).behavior === 'smooth' && Object.assign(globalThis, { hasScrolledSmoothly: true });
    const { scrollIntoView } = Element.prototype;
    Element.prototype.scrollIntoView = function scroll(options) {
      record(options);
      scrollIntoView.call(this, options);
    };
    const { scrollTo } = window;
    window.scrollTo = (options: unknown) => {
      record(options);
      scrollTo(options as ScrollToOptions);
    };
  });

const waitUntilScrolledSmoothly = (page: Page) =>
  page.waitForFunction(() => 'hasScrolledSmoothly' in globalThis);

const waitUntilAtTop = (page: Page, heading: RegExp) =>
  page.waitForFunction(
    (pattern) => {
      const found = [...document.querySelectorAll('h1, h2')].find(({ textContent }) =>
        new RegExp(pattern).test(textContent),
      );
      const { top } = found?.getBoundingClientRect() ?? { top: Number.NaN };
      const isAtEnd = Math.ceil(scrollY + innerHeight) >= document.documentElement.scrollHeight;
      return top >= -1 && (top < innerHeight / 3 || (isAtEnd && top < innerHeight));
    },
    {},
    heading.source,
  );

test('the policy page has the privacy policy, the terms, the final registrations, its footer and a credit [S-2.3] [S-2.50] [S-2.51] [S-2.52] [S-2.53] [S-2.54] [S-9.21]', async () => {
  const { page } = await environment.open('/termsandpolicy', { language: 'en' });
  await page.waitForSelector('#privacy');
  const headings = await page.$$eval(':is(h2, h3, h4)', (found) =>
    found.map(({ textContent }) => textContent),
  );
  for (const title of [
    ...['Privacy policy', 'What we collect', 'What we use it for', 'Whom we share it with', 'Security'],
    ...['How long we keep it', 'Sensitive information', 'Terms and conditions', 'Refund and cancellation'],
  ])
    expect(headings).toContainEqual(expect.stringContaining(title));
  expect((await readText(page, '#terms')).length).toBeGreaterThan(100);
  expect(await readText(page, '#refund')).toMatch(
    /Registrations are final: no cancellation, refund, transfer or changes/,
  );
  expect(new URL(await readLink(page, 'Home', 'footer')).pathname).toBe('/');
  expect(new URL(await readLink(page, 'Terms and conditions', 'footer')).pathname).toBe('/termsandpolicy');
  expect(await readText(page, 'body')).toMatch(/Developed for .* by /);
});
