import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Examination, examinationSchema, type TicketSnapshot } from '@archaka/contracts';
import exam2024 from '@archaka/exams/2024.json' with { type: 'json' };
import { findOrInstallChromium } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pixelmatch from 'pixelmatch';
import type { Browser } from 'puppeteer';
import sharp from 'sharp';
import type { Allotment } from '../src/domain/allotment.ts';
import { buildAllotment, buildCentre, buildSnapshot } from '../src/domain/testing/builders.ts';
import { createTicketContent } from '../src/domain/ticket-content.ts';
import { isRoot, startChromium } from '../src/render/chromium.ts';
import { openRenderPage, toTicketSheet } from '../src/render/renderer.ts';
import { loadTemplate, type Template } from '../src/render/template.ts';
import { createQrPath } from '../src/render/ticket-page.ts';
import { readPng, renderPng } from './support/pdf.ts';

/** A reader of Telugu reviews the reference pictures; RENEW_PICTURES=1 replaces them. */
const REFERENCE_FOLDER = new URL('pictures/', import.meta.url);
const isRenewing = process.env.RENEW_PICTURES === '1';
const DPI = 110;
/** Pixels of a page that may differ: other browser versions draw edges slightly differently. */
const MAX_DIFFERENT_PIXELS = 30;

const examination = examinationSchema.parse(exam2024);
const payment = { order_id: 'order_9A33XWu170gUtm', payment_id: 'pay_29QQoUBi66xm2f', amount: 10_000 };

let tempDir: string;
let browser: Browser;
let template: Template;
beforeAll(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'pictures-'));
  browser = await startChromium({
    chromium: { path: await findOrInstallChromium(), sandboxed: !isRoot() },
    tempDir,
  });
  template = await loadTemplate();
});
afterAll(async () => {
  await browser.close();
  await rm(tempDir, { recursive: true });
});

type People = Pick<TicketSnapshot, 'name' | 'father_name' | 'accommodation'>;

interface PrintOptions {
  readonly used?: Template;
  readonly facts?: Partial<Examination>;
  readonly allotment?: Allotment;
}

/** Tickets of these people as a printer renders them, in grey. */
async function printTicket(
  people: People,
  { used = template, facts = {}, allotment }: PrintOptions = {},
): Promise<Buffer> {
  const snapshot = buildSnapshot({ ...people, exam_regular: 2, languages: [1, 2, 3], dob: '1984-06-02' });
  const applicationVersion = { version: 1, user_id: 'user', snapshot };
  const content = createTicketContent(
    { application_id: snapshot.application_id, applicationVersion, payment, allotment },
    { ...examination, ...facts },
  );
  const page = await openRenderPage(await browser.newPage());
  const code = createQrPath(`https://portal.example/verify/${'a'.repeat(147)}`);
  const sheet = toTicketSheet({ ...content, photo: undefined, code });
  const pdf = await page.print(used, content.title, [sheet]);
  await page.close();
  return sharp(await renderPng(pdf, DPI))
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
  allotment: buildAllotment(),
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

const SHAPING = ['akhn', 'blwf', 'half', 'pres', 'abvs', 'blws', 'psts', 'haln'];

test.each<[string, (html: string) => string]>([
  ['another font', (html) => html.replaceAll('"Ticket Sans", "Ticket N', '"Ticket Serif", "Ticket N')],
  [
    'unshaped letters',
    (html) =>
      html.replace(
        '</head>',
        `<style>td{font-feature-settings:${SHAPING.map((one) => `"${one}" 0`).join()}}</style></head>`,
      ),
  ],
])('differs from the reference picture for a page with %s', async (_, spoil) => {
  const used = { ...template, html: spoil(template.html) };
  expect(used.html).not.toBe(template.html);
  expect(await countDifferences('conjuncts.png', await printTicket(conjuncts, { used }))).toBeGreaterThan(
    10 * MAX_DIFFERENT_PIXELS,
  );
});
