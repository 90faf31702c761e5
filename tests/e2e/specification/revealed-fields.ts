import { describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { tick, type } from '../browser.ts';
import { emptyForm } from './form-steps.ts';
import { contentOf, hasControl, labelOf, tickedOf } from './page-text.ts';
import type { Stage } from './stage.ts';

/** Fields that a choice brings in. */
export const REVEALED_FIELDS = [
  ['pasthallticket', 'input', 'మునుపటి హాల్ టికెట్ నంబరు', 'Previous hall ticket number'],
  ['perviouscertificate', 'input[type="file"]', 'మునుపటి ధృవపత్రం', 'Previous certificate'],
  ['markmemos', 'input[type="file"]', 'మార్కుల మెమో', 'Marks memo'],
  ['language', 'input[type="checkbox"]', 'రాయవలసిన భాగాలు', 'Parts to be written'],
] as const;

/** The fields that exam type and regularity bring into the form. */
export const revealedFields = (stage: Stage) =>
  describe('that a choice brings in', () => {
    const chosen = async (exam_type: string, exam_regular: string) => {
      const { screen } = await emptyForm(stage);
      await tick(screen.page, 'exam_type', exam_type);
      await tick(screen.page, 'exam_regular', exam_regular);
      await screen.page.waitForSelector(`[name="exam_regular"][value="${exam_regular}"]:checked`);
      return screen.page;
    };
    const there = async (page: Awaited<ReturnType<typeof chosen>>) => {
      const found: string[] = [];
      for (const [name] of REVEALED_FIELDS) if (await hasControl(page, name)) found.push(name);
      return found;
    };

    test('a regular Pravesa applicant is asked for none', async () => {
      expect(await there(await chosen('1', '1'))).toEqual([]);
    });
    test('Vara brings hall ticket, marks memo and the Pravesa certificate', async () => {
      const page = await chosen('2', '1');
      expect(await there(page)).toEqual(['pasthallticket', 'perviouscertificate', 'markmemos']);
      expect(await fieldText(page, 'perviouscertificate')).toMatch(/Pravesa|ప్రవేశ/);
    });
    test('Pravara brings hall ticket, marks memo and the Vara certificate', async () => {
      const page = await chosen('3', '1');
      expect(await there(page)).toEqual(['pasthallticket', 'perviouscertificate', 'markmemos']);
      expect(await fieldText(page, 'perviouscertificate')).toMatch(/Vara|వర/);
    });
    test('compartmental brings hall ticket, marks memo and the parts to be written', async () => {
      expect(await there(await chosen('1', '2'))).toEqual(['pasthallticket', 'markmemos', 'language']);
    });

    describe('are', () => {
      const shared = stage.shared(async () => {
        const { screen } = await emptyForm(stage);
        await tick(screen.page, 'exam_type', '2');
        await tick(screen.page, 'exam_regular', '2');
        await screen.page.waitForSelector('[name="language"]');
        return screen;
      });
      const page = () => shared().page;

      test.each(REVEALED_FIELDS)('%s, a %s labelled %s, %s', async (name, kind, telugu, english) => {
        expect(await page().$(`${kind}[name="${name}"]`)).not.toBeNull();
        expect(await labelOf(page(), name)).toMatch(new RegExp(`${telugu}.*${english}`));
      });
      test.each([
        ['1', 'సంస్కృతం మాత్రమే', 'Sanskrit only'],
        ['2', 'ఆగమం మాత్రమే', 'Agama only'],
        ['3', 'మౌఖికం, శుశ్రుతి', 'Oral and Shushkruti'],
      ])('language %s is %s, %s', async (value, telugu, english) => {
        const label = await page().$eval(
          `[name="language"][value="${value}"]`,
          (box) => (box as HTMLInputElement).labels?.[0]?.textContent,
        );
        expect(label).toMatch(new RegExp(`${telugu}.*${english}`));
      });
      test('a language is added by a press and removed by the next', async () => {
        for (const value of ['1', '3']) await tick(page(), 'language', value);
        expect(await tickedOf(page(), 'language')).toEqual(['1', '3']);
        await tick(page(), 'language', '1');
        expect(await tickedOf(page(), 'language')).toEqual(['3']);
      });
      test('the hall ticket takes digits only', async () => {
        await type(page(), 'pasthallticket', 'AB12-34 x5');
        expect(await contentOf(page(), 'pasthallticket')).toBe('12345');
      });
    });
  });

/** What stands with a control: label, hint, error. */
const fieldText = (page: Page, name: string) =>
  page.$eval(`[name="${name}"]`, (control) => {
    const described = control.getAttribute('aria-describedby')?.split(' ') ?? [];
    return described.map((id) => document.getElementById(id)?.textContent).join(' ');
  });
