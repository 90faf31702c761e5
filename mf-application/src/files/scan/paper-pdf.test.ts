import { buildPhoto } from '@archaka/test-kit';
import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, test } from '@jest/globals';
import { A4, buildPaperPdf, placeOnPage } from './paper-pdf.ts';

describe('a picture on its page', () => {
  test('fills the page when it has its shape', () => {
    expect(placeOnPage(A4)).toEqual({ ...A4, x: 0, y: 0 });
  });

  test('is centred at full width in landscape format', () => {
    const { x, y, width, height } = placeOnPage({ width: 1700, height: 1000 });
    expect([x, width]).toEqual([0, A4.width]);
    expect(2 * y + height).toBeCloseTo(A4.height);
    expect(width / height).toBeCloseTo(1.7);
  });

  test('is as high as the page when it is narrow', () => {
    const { y, height } = placeOnPage({ width: 100, height: 1000 });
    expect([y, height]).toEqual([0, A4.height]);
  });
});

test('has one upright A4 page for each picture, and no author metadata', async () => {
  const jpegs = [await buildPhoto('jpeg', 300, 400), await buildPhoto('jpeg', 400, 300)];
  const bytes = await buildPaperPdf(jpegs);
  const paper = await PDFDocument.load(bytes, { updateMetadata: false });
  expect(paper.getPages().map((page) => page.getSize())).toEqual([A4, A4]);
  expect(paper.context.trailerInfo.Info).toBeUndefined();
  expect(bytes.length).toBeLessThan(jpegs.reduce((sum, { length }) => sum + length, 2000));
});
