import { describe, expect, test } from '@jest/globals';
import { clickControl } from '../browser.ts';
import type { BrowserEnvironment } from './environment.ts';
import { readLink, readText } from './page-text.ts';
import { formatIndianTime } from './times.ts';

/** A note, and the ids of its statements. */
const NOTES = [
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

/** The public content of the home page. */
export const home = (environment: BrowserEnvironment) =>
  describe('home', () => {
    const screen = environment.useSharedScreen(() => environment.open('/', { language: 'en' }));
    const getPage = () => screen().page;
    const fetchExamination = async () => {
      const response = await fetch(`${environment.portal.origin}/api/dashboard/getexamination`);
      return ((await response.json()) as { data: [Examination] }).data[0];
    };

    test('the programme’s title stands in Telugu and English [S-1.4]', async () => {
      const title = await readText(getPage(), 'h1');
      expect(title).toContain('అర్చక పరీక్షలు 2024');
      expect(title).toContain('Archaka examinations 2024');
    });

    test.each([
      ['Pravesa', 'ప్రవేశ'],
      ['Vara', 'వర'],
      ['Pravara', 'ప్రవర'],
    ])('the results of 2019 for %s have their link [S-1.5]', async (name, telugu) => {
      const { results, exam_types } = await fetchExamination();
      const examType = exam_types.find((type) => type.name === name);
      const address = results.links.find(({ exam_type }) => exam_type === examType?.id)?.url;
      const names = (await readText(getPage(), `a[href="${address}"]`)).split(' / ');
      expect(names.toSorted()).toEqual([name, telugu].toSorted());
      expect(await readText(getPage(), 'main')).toMatch(/Results 2019/);
    });

    test('the notice says that signed-in applicants may edit their application [S-1.6] [S-6.2]', async () => {
      expect(await readText(getPage(), 'main')).toMatch(/signed in may edit their application/);
    });

    test('help: the office number [S-1.7]', async () => {
      await expectPhoneNumbers([(await fetchExamination()).contacts.office]);
    });
    test('help: the phone numbers [S-1.8]', async () => {
      await expectPhoneNumbers((await fetchExamination()).contacts.phones);
    });
    test('help: the technical support numbers [S-1.9]', async () => {
      await expectPhoneNumbers((await fetchExamination()).contacts.technical);
    });
    async function expectPhoneNumbers(numbers: string[]) {
      expect(numbers.length).toBeGreaterThan(0);
      for (const number of numbers)
        expect(await readText(getPage(), `a[href="tel:${number.replace(/\D/g, '')}"]`)).toBe(number);
    }

    test('help: the support e-mail [S-1.10]', async () => {
      const { email } = (await fetchExamination()).contacts;
      expect(await readText(getPage(), `a[href="mailto:${email}"]`)).toBe(email);
    });

    test('contacts and results that are examples are marked so [S-1.11]', async () => {
      expect(await readText(getPage(), 'main')).toMatch(/are examples only/);
    });

    test.each(NOTES)('a note says: %s %s', async (note, _ids) => {
      expect(await readText(getPage(), 'main')).toMatch(note);
    });

    test('beside the notes a sentence says until when edits are allowed after all [S-1.25]', async () => {
      const [day] = formatIndianTime((await fetchExamination()).edit_until).split(' ');
      expect(await readText(getPage(), 'main')).toMatch(
        new RegExp(`edited after submission and payment until ${day}`),
      );
    });

    test.each([
      ['Home', '/'],
      ['Terms and conditions', '/termsandpolicy'],
      ['Privacy policy', '/termsandpolicy'],
      ['Refund and cancellation', '/termsandpolicy'],
    ])('the footer links to %s [S-1.12]', async (name, path) => {
      expect(new URL(await readLink(getPage(), name, 'footer')).pathname).toBe(path);
    });

    test('the edit link tells a visitor to log in [S-2.22] [S-8.13]', async () => {
      const visitor = await environment.open('/');
      await clickControl(visitor.page, 'Edit Application', 'main');
      expect((await visitor.waitForAnnouncement('Please Login')).isTopRight).toBe(true);
      expect(new URL(visitor.page.url()).pathname).toBe('/');
    });

    test('the edit link leads an applicant to the history [S-2.21]', async () => {
      const applicant = await environment.open('/', { session: await environment.registerApplicant() });
      // The form is above the notice and moves it when it loads.
      await applicant.page.waitForSelector('main form input');
      await clickControl(applicant.page, 'Edit Application', 'main');
      await applicant.page.waitForFunction(() => location.pathname === '/ticket');
    });
  });

interface Examination {
  readonly exam_types: { id: number; name: string }[];
  readonly results: { links: { exam_type: number; url: string }[] };
  readonly contacts: { office: string; phones: string[]; technical: string[]; email: string };
  readonly edit_until: string;
}
