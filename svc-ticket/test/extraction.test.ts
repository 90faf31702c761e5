import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readPlaces } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { chunk } from '../src/features/make-hall-pack/candidate-list.ts';
import { openTempFolder } from '../src/testing/temp-folder.ts';
import { readLines } from './support/pdf.ts';
import { printPages } from './support/print-pages.ts';

const run = promisify(execFile);

const places = await readPlaces();

const FIRST =
  'శ్రీనివాస లక్ష్మీనృసింహ కృష్ణమూర్తి వేంకటేశ్వర సత్యనారాయణ జ్ఞానేశ్వర ద్వారకానాథ త్ర్యంబక దుఃఖహర ఋషికేశ్ ఐశ్వర్య ఔదార్య కౌండిన్య మైత్రేయ గోవింద సోమేశ్వర హేమాద్రి పద్మనాభం విఘ్నేశ్వర శంకర';
const LAST = 'శర్మ శాస్త్రి ఆచార్యులు రావు దీక్షితులు భట్టర్ సోమయాజులు అవధాని గుప్త స్త్రీస్వామి';
const NAMES = FIRST.split(' ').flatMap((first) => LAST.split(' ').map((last) => `${first} ${last}`));

const WORDS = [
  ...NAMES,
  ...places.districts.map(({ distrct_nm_te }) => distrct_nm_te),
  ...places.mandals.map(({ mndl_nm_te }) => mndl_nm_te),
];
const WORDS_PER_PAGE = 12;

const label = { te: 'పేరు', en: 'Name' };
const pages = chunk(WORDS, WORDS_PER_PAGE).map((words) => ({
  rows: words.map((te) => ({ label, value: { te } })),
  instructions: [],
}));
const folder = await openTempFolder();
const pdf = await printPages(pages);

const findMissing = (lines: readonly string[]): string[] => {
  const found = new Set(lines);
  return WORDS.filter((word) => !found.has(word.normalize('NFC')));
};

test('finds every word with pdf.js as it was typed', async () => {
  expect(findMissing(await readLines(pdf))).toEqual([]);
});

const hasPdftotext = await run('pdftotext', ['-v']).then(
  () => true,
  () => false,
);
if (!hasPdftotext) process.stderr.write('Extraction by pdftotext is not checked: it is not there.\n');

(hasPdftotext ? test : test.skip)('pdftotext finds every word as it was typed', async () => {
  const file = join(folder, 'words.pdf');
  await writeFile(file, pdf);
  const { stdout } = await run('pdftotext', [file, '-'], { maxBuffer: 1 << 26 });
  expect(findMissing(stdout.split(/[\n\f]/))).toEqual([]);
});
