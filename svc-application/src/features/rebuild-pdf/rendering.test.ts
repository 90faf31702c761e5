import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { buildPhoto } from '@archaka/test-kit';
import { degrees, PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from '@jest/globals';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import PdfDocument from 'pdfkit';
import { rebuildPdf } from './rebuild-pdf.ts';

const { resolve } = createRequire(import.meta.url);
const findPackageDir = (library: string) => dirname(resolve(`${library}/package.json`));
const pdfjs = findPackageDir('pdfjs-dist');
const telugu = join(
  findPackageDir('@fontsource/noto-sans-telugu'),
  'files/noto-sans-telugu-telugu-400-normal.woff',
);

async function createPdf(draw: (page: PDFKit.PDFDocument) => void): Promise<Uint8Array> {
  const page = new PdfDocument({ size: [300, 400], info: { Title: 'Certificate' } });
  draw(page);
  page.end();
  return buffer(page);
}

const modifyPdf = async (pdf: Uint8Array, change: (document: PDFDocument) => void) => {
  const document = await PDFDocument.load(pdf);
  change(document);
  return document.save();
};

const createScanned = async () => {
  const scan = await buildPhoto('jpeg', 300, 400);
  return createPdf((page) => page.image(scan, 0, 0, { width: 300 }));
};
const createText = () =>
  createPdf((page) => page.fontSize(20).text('Certificate of birth').fontSize(12).text('Tirupati, 1999'));
const createTelugu = () => createPdf((page) => page.font(telugu).fontSize(18).text('జన్మ ధృవీకరణ పత్రం'));
const createDrawing = () =>
  createPdf((page) => {
    const shade = page.linearGradient(0, 0, 300, 0).stop(0, '#8C1D18').stop(1, '#E0A526', 0.3);
    page.rect(20, 20, 260, 100).fill(shade);
    page.fillOpacity(0.4).circle(150, 200, 80).fill('#4A5568');
  });
const createRotated = async () =>
  modifyPdf(await createText(), (document) => document.getPage(0).setRotation(degrees(90)));
const createCropped = async () =>
  modifyPdf(await createText(), (document) => document.getPage(0).setCropBox(50, 200, 200, 150));

/** The first page as rendered, with its size. */
async function render(pdf: Uint8Array) {
  const options = {
    standardFontDataUrl: join(pdfjs, 'standard_fonts/'),
    cMapUrl: join(pdfjs, 'cmaps/'),
    verbosity: 0,
  };
  const document = await getDocument({ ...options, data: Uint8Array.from(pdf) }).promise;
  const page = await document.getPage(1);
  const viewport = page.getViewport({ scale: 1 });
  const canvas = createCanvas(viewport.width, viewport.height);
  const picture: unknown = { canvas: null, canvasContext: canvas.getContext('2d'), viewport };
  await page.render(picture as Parameters<typeof page.render>[0]).promise;
  const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  await document.destroy();
  return { size: [width, height], pixels: Buffer.from(data.buffer) };
}

test.each([
  ['a scanned', createScanned],
  ['a written', createText],
  ['a Telugu', createTelugu],
  ['a drawn', createDrawing],
  ['a rotated', createRotated],
  ['a cropped', createCropped],
])('renders %s page unchanged, and not empty', async (_what, create) => {
  const pdf = await create();
  const [before, after] = [await render(pdf), await render(await rebuildPdf(pdf))];
  expect(after.size).toEqual(before.size);
  expect(after.pixels.equals(before.pixels)).toBe(true);
  expect(new Set(before.pixels).size).toBeGreaterThan(2);
});
