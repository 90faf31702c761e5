import { describe, expect, test } from '@jest/globals';
import { press } from '../browser.ts';
import { indianTime } from './indian-time.ts';
import { linkOf, textOf } from './page-text.ts';
import type { Stage } from './stage.ts';

const NOTES = [
  /entry exam.*needs a photo and a birth certificate/,
  /Vara and Pravara also need the previous exam certificate/,
  /new written-exam applicant over 40 must write all papers \(Sanskrit, Agama, oral, Shushkruti\)/,
  /under 40, oral and Shushkruti only/,
  /Edits are allowed until submission and are kept in history/,
  /Registrations are final: no cancellation, refund, transfer or changes/,
];

/** What the home page tells everybody. */
export const home = (stage: Stage) =>
  describe('home', () => {
    const screen = stage.shared(() => stage.open('/', { language: 'en' }));
    const page = () => screen().page;
    const examination = async () => {
      const answer = await fetch(`${stage.portal.origin}/api/dashboard/getexamination`);
      return ((await answer.json()) as { data: [Examination] }).data[0];
    };

    test('the programme’s title stands in Telugu and English', async () => {
      const title = await textOf(page(), 'h1');
      expect(title).toContain('అర్చక పరీక్షలు 2024');
      expect(title).toContain('Archaka examinations 2024');
    });

    test.each([
      ['Pravesa', 'ప్రవేశ'],
      ['Vara', 'వర'],
      ['Pravara', 'ప్రవర'],
    ])('the results of 2019 for %s have their link', async (name, telugu) => {
      const { results, exam_types } = await examination();
      const level = exam_types.find((type) => type.name === name);
      const address = results.links.find(({ exam_type }) => exam_type === level?.id)?.url;
      const words = (await textOf(page(), `a[href="${address}"]`)).split(' / ');
      expect(words.toSorted()).toEqual([name, telugu].toSorted());
      expect(await textOf(page(), 'main')).toMatch(/Results 2019/);
    });

    test('the notice says that signed-in applicants may edit their application', async () => {
      expect(await textOf(page(), 'main')).toMatch(/signed in may edit their application/);
    });

    test('help: the office number', async () => {
      await expectNumbers([(await examination()).contacts.office]);
    });
    test('help: the phone numbers', async () => {
      await expectNumbers((await examination()).contacts.phones);
    });
    test('help: the technical support numbers', async () => {
      await expectNumbers((await examination()).contacts.technical);
    });
    async function expectNumbers(numbers: string[]) {
      expect(numbers.length).toBeGreaterThan(0);
      for (const number of numbers)
        expect(await textOf(page(), `a[href="tel:${number.replace(/\D/g, '')}"]`)).toBe(number);
    }

    test('help: the support e-mail', async () => {
      const { email } = (await examination()).contacts;
      expect(await textOf(page(), `a[href="mailto:${email}"]`)).toBe(email);
    });

    test('contacts and results that are examples are marked so', async () => {
      expect(await textOf(page(), 'main')).toMatch(/are examples only/);
    });

    test.each(NOTES)('a note says: %s', async (note) => {
      expect(await textOf(page(), 'main')).toMatch(note);
    });

    test('beside the notes a sentence says until when edits are allowed after all', async () => {
      const [day] = indianTime((await examination()).edit_until).split(' ');
      expect(await textOf(page(), 'main')).toMatch(
        new RegExp(`edited after submission and payment until ${day}`),
      );
    });

    test.each([
      ['Home', '/'],
      ['Terms and conditions', '/termsandpolicy'],
      ['Privacy policy', '/termsandpolicy'],
      ['Refund and cancellation', '/termsandpolicy'],
    ])('the footer links to %s', async (name, path) => {
      expect(new URL(await linkOf(page(), name, 'footer')).pathname).toBe(path);
    });

    test('a visitor who asks to edit is told to log in', async () => {
      const visitor = await stage.open('/');
      await press(visitor.page, 'Edit Application', 'main');
      expect((await visitor.hear('Please Login')).topRight).toBe(true);
      expect(new URL(visitor.page.url()).pathname).toBe('/');
    });

    test('an applicant who asks to edit comes to the history', async () => {
      const applicant = await stage.open('/', { as: await stage.newcomer() });
      await press(applicant.page, 'Edit Application', 'main');
      await applicant.page.waitForFunction(() => location.pathname === '/ticket');
    });
  });

interface Examination {
  readonly exam_types: { id: number; name: string }[];
  readonly results: { links: { exam_type: number; url: string }[] };
  readonly contacts: { office: string; phones: string[]; technical: string[]; email: string };
  readonly edit_until: string;
}
