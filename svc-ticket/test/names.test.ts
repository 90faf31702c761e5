import { expect, test } from '@jest/globals';
import { buildSnapshot } from '../src/domain/testing/builders.ts';
import { listFonts, readPdf } from './support/pdf.ts';
import { printPages } from './support/print-pages.ts';

const names: Record<string, string> = {
  HTML: '<img src=x onerror="document.body.textContent=1"><script>alert(1)</script>&amp;</p></table>',
  'addresses to load': '<link rel=stylesheet href="http://127.0.0.1:1/a.css">url(http://127.0.0.1:1/)',
  'marks that turn the direction': 'Rama \u202Eamras\u202C \u2067Sita\u2069 \u200F\u061C end',
  'joiners and nothing else to see': 'రామ్\u200Cశ్రీ\u200D \u200B\u2060\uFEFF end',
  'control characters': 'Rama\u0000\u0007\n\r\t\u2028Sita end',
  'half a character': 'Rama \uD800 end',
  'marks upon marks': `ra${'\u0301\u0323'.repeat(40)}ma end`,
  'two hundred wide letters without a space': 'W'.repeat(200),
  'two hundred Telugu letters with what hangs below them': 'క్ష్మ్యై'.repeat(25),
  'two hundred letters of several scripts': 'రామ Sita शर्मा ಕನ್ನಡ தமிழ் ଓଡ଼ିଆ 漢字 😀 '.repeat(5).slice(0, 200),
  'one letter': 'ఆ',
};
const legible: Record<string, string> = {
  HTML: '<b>Rama & "Sons"</b>',
  'IAST, with a glyph for each marked letter,': 'Kṛṣṇamūrti Lakṣmīnārāyaṇa Śāstrī ḷṅñḥṃ',
};

const people = [...Object.values(names), ...Object.values(legible)];
const pdf = await printPages(
  people.map((name) => ({
    snapshot: buildSnapshot({ name, father_name: name, exam_regular: 2, languages: [1, 2, 3] }),
  })),
);

test.each(Object.keys(names))('prints a name with %s safely', async (name) => {
  const { pages, text } = await readPdf(pdf, Object.keys(names).indexOf(name) + 1);
  expect(pages).toBe(people.length);
  const { application_id } = buildSnapshot();
  const others = ['Name', "Father's name", 'Anakapalli', 'Instructions', `${application_id} · అసలు దరఖాస్తు`];
  for (const words of [application_id, ...others]) expect(text).toContain(words);
});

test.each(Object.entries(legible))('prints %s in a name as it was typed', async (_, name) => {
  expect((await readPdf(pdf, people.indexOf(name) + 1)).text).toContain(name);
});

test('prints with its own fonts only', () => {
  for (const font of listFonts(pdf))
    expect(font).toMatch(/^Noto(Sans|Serif)(Telugu|Devanagari|Kannada|Tamil|Oriya)?-/);
});
