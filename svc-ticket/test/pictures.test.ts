import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { TicketSnapshot } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';
import { buildCentre, buildSnapshot } from '../src/domain/testing/builders.ts';
import { readPng, renderPng } from './support/pdf.ts';
import { printPages } from './support/print-pages.ts';

/** A reader of Telugu reviews the reference pictures; RENEW_PICTURES=1 replaces them. */
const REFERENCE_FOLDER = new URL('pictures/', import.meta.url);
const isRenewing = process.env.RENEW_PICTURES === '1';
const DPI = 110;
/** Pixels of a page that may differ: other browser versions draw edges slightly differently. */
const MAX_DIFFERENT_PIXELS = 30;

type People = Pick<TicketSnapshot, 'name' | 'father_name' | 'accommodation'>;
type PrintOptions = Parameters<typeof printPages>[1];

/** The ticket of these people as a printer renders it, in grey. */
async function printTicket(people: People, options: PrintOptions = {}): Promise<Buffer> {
  const snapshot = buildSnapshot({ ...people, exam_regular: 2, languages: [1, 2, 3], dob: '1984-06-02' });
  return sharp(await renderPng(await printPages([{ snapshot }], options), DPI))
    .grayscale()
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** Number of pixels that differ from the reference picture. */
async function countDifferences(reference: string, picture: Buffer): Promise<number> {
  const [before, now] = await Promise.all([
    readFile(new URL(reference, REFERENCE_FOLDER)).then(readPng),
    readPng(picture),
  ]);
  expect([now.width, now.height]).toEqual([before.width, before.height]);
  return pixelmatch(before.data, now.data, undefined, now.width, now.height, { threshold: 0.2 });
}

const conjuncts: People = {
  name: 'శ్రీ లక్ష్మీనృసింహ కృష్ణమూర్తి జ్ఞానప్రసూనాంబ స్వరాజ్యలక్ష్మి',
  father_name: 'రాష్ట్రపతి స్త్రీ శక్త్యై త్ర్యంబకేశ్వర్ క్ష్మ్యై ద్వంద్వ ఉచ్ఛ్వాస శ్రీరామ్\u200cశర్మ క్\u200dష',
};
const pages: Record<string, People> = {
  conjuncts,
  'long-names': {
    name: 'శ్రీమత్తిరుమల లక్ష్మీనృసింహ వేంకట సత్యనారాయణ '.repeat(5).slice(0, 200),
    father_name: 'క్ష్మ్యై'.repeat(25),
  },
  'neighbours-scripts': {
    name: 'రామ Sita शर्मा ಕೃಷ್ಣಮೂರ್ತಿ கிருஷ்ணன் ଶ୍ରୀକୃଷ୍ଣ',
    father_name: 'W'.repeat(200),
  },
  accommodation: {
    name: 'శ్రీ రామ శర్మ',
    father_name: 'లక్ష్మణ శర్మ',
    accommodation: { scribe: 'department', compensatory_time: true },
  },
};

const forHall: PrintOptions = {
  facts: {
    examination_date: '2027-01-15',
    reporting_time: '08:30',
    centres: [buildCentre({ name_te: 'ప్రభుత్వ మహిళా పాలిటెక్నిక్ కళాశాల', name: 'Government Polytechnic for Women' })],
  },
};

test.each<[string, People, PrintOptions]>([
  ...Object.entries(pages).map(([name, people]): [string, People, PrintOptions] => [name, people, {}]),
  ['seat', conjuncts, forHall],
  ['seat-and-long-names', { name: 'శ్రీమత్తిరుమల '.repeat(14), father_name: 'W'.repeat(200) }, forHall],
])('matches the reference picture for a page with %s', async (name, people, options) => {
  const picture = await printTicket(people, options);
  if (isRenewing) {
    await mkdir(REFERENCE_FOLDER, { recursive: true });
    await writeFile(new URL(`${name}.png`, REFERENCE_FOLDER), picture);
  }
  expect(await countDifferences(`${name}.png`, picture)).toBeLessThanOrEqual(MAX_DIFFERENT_PIXELS);
});
