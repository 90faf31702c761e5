import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { tickBox, typeInto } from '../browser.ts';
import type { BrowserEnvironment } from './environment.ts';
import { openEmptyForm } from './form-steps.ts';
import { hasControl, readLabel, readTicked, readValue } from './page-text.ts';

/** Fields that a choice reveals. */
export const REVEALED_FIELDS = [
  ['pasthallticket', 'input', 'మునుపటి హాల్ టికెట్ నంబరు', 'Previous hall ticket number'],
  ['perviouscertificate', 'input[type="file"]', 'మునుపటి ధృవపత్రం', 'Previous certificate'],
  ['markmemos', 'input[type="file"]', 'మార్కుల మెమో', 'Marks memo'],
  ['language', 'input[type="checkbox"]', 'రాయవలసిన భాగాలు', 'Parts to be written'],
] as const;

/** The fields that exam type and regularity reveal in the form. */
export const revealedFields = (environment: BrowserEnvironment) =>
  describe('that a choice brings in', () => {
    const getScreen = environment.useSharedScreen(async () => (await openEmptyForm(environment)).screen);
    const choose = async (exam_type: string, exam_regular: string) => {
      const { page } = getScreen();
      await tickBox(page, 'exam_type', exam_type);
      await tickBox(page, 'exam_regular', exam_regular);
      await page.waitForSelector(`[name="exam_regular"][value="${exam_regular}"]:checked`);
    };
    const findRevealed = async () => {
      const revealed: string[] = [];
      for (const [name] of REVEALED_FIELDS) if (await hasControl(getScreen().page, name)) revealed.push(name);
      return revealed;
    };

    test('a regular Pravesa applicant is asked for none [S-4.8]', async () => {
      await choose('1', '1');
      expect(await findRevealed()).toEqual([]);
    });
    test('Vara brings hall ticket, marks memo and the Pravesa certificate [S-4.9]', async () => {
      await choose('2', '1');
      expect(await findRevealed()).toEqual(['pasthallticket', 'perviouscertificate', 'markmemos']);
      expect(await readDescription(getScreen().page, 'perviouscertificate')).toMatch(/Pravesa|ప్రవేశ/);
    });
    test('Pravara brings hall ticket, marks memo and the Vara certificate [S-4.10]', async () => {
      await choose('3', '1');
      expect(await findRevealed()).toEqual(['pasthallticket', 'perviouscertificate', 'markmemos']);
      expect(await readDescription(getScreen().page, 'perviouscertificate')).toMatch(/Vara|వర/);
    });
    test('compartmental brings hall ticket, marks memo and the parts to be written [S-4.11]', async () => {
      await choose('1', '2');
      expect(await findRevealed()).toEqual(['pasthallticket', 'markmemos', 'language']);
    });

    describe('are', () => {
      beforeAll(() => choose('2', '2'));
      const getPage = () => getScreen().page;

      test.each(REVEALED_FIELDS)(
        '%s, a %s labelled %s, %s [S-1.2] [S-3.10]',
        async (name, kind, telugu, english) => {
          expect(await getPage().$(`${kind}[name="${name}"]`)).not.toBeNull();
          expect(await readLabel(getPage(), name)).toMatch(new RegExp(`${telugu}.*${english}`));
        },
      );
      test.each([
        ['1', 'సంస్కృతం మాత్రమే', 'Sanskrit only'],
        ['2', 'ఆగమం మాత్రమే', 'Agama only'],
        ['3', 'మౌఖికం, శుశ్రుతి', 'Oral and Shushkruti'],
      ])('language %s is %s, %s [S-3.30]', async (value, telugu, english) => {
        const label = await getPage().$eval(
          `[name="language"][value="${value}"]`,
          (box) => (box as HTMLInputElement).labels?.[0]?.textContent,
        );
        expect(label).toMatch(new RegExp(`${telugu}.*${english}`));
      });
      test('a language is added by a press and removed by the next [S-3.13]', async () => {
        for (const value of ['1', '3']) await tickBox(getPage(), 'language', value);
        expect(await readTicked(getPage(), 'language')).toEqual(['1', '3']);
        await tickBox(getPage(), 'language', '1');
        expect(await readTicked(getPage(), 'language')).toEqual(['3']);
      });
      test('the hall ticket takes digits only [S-5.39]', async () => {
        await typeInto(getPage(), 'pasthallticket', 'AB12-34 x5');
        expect(await readValue(getPage(), 'pasthallticket')).toBe('12345');
      });
    });
  });

/** Texts of a control: label, hint, error. */
const readDescription = (page: Page, name: string) =>
  page.$eval(`[name="${name}"]`, (control) => {
    const descriptionIds = control.getAttribute('aria-describedby')?.split(' ') ?? [];
    return descriptionIds.map((id) => document.getElementById(id)?.textContent).join(' ');
  });
