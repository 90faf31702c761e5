import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import { type Cell, writeXlsx } from './spreadsheet-route.ts';

async function* list(rows: readonly Cell[][]) {
  yield* rows;
}

async function readSheet(rows: readonly Cell[][]): Promise<string> {
  const out = new PassThrough();
  const [file] = await Promise.all([buffer(out), writeXlsx(list(rows), out)]);
  const entries = await new ZipReader(new Uint8ArrayReader(new Uint8Array(file))).getEntries();
  const sheet = entries.find(({ filename }) => filename === 'xl/worksheets/sheet1.xml');
  if (!sheet || sheet.directory) throw new Error('no sheet');
  return sheet.getData(new TextWriter());
}

test('contains each cell as it is: Telugu, numbers, and text that is markup or a formula elsewhere', async () => {
  const sheet = await readSheet([
    ['తిరుపతి', 12],
    ['=1+1 & <b>\u0000', -0.5],
  ]);
  expect([...sheet.matchAll(/<row>(.*?)<\/row>/g)].map(([, cells]) => cells)).toEqual([
    '<c t="inlineStr"><is><t xml:space="preserve">తిరుపతి</t></is></c><c><v>12</v></c>',
    '<c t="inlineStr"><is><t xml:space="preserve">=1+1 &amp; &lt;b&gt;</t></is></c><c><v>-0.5</v></c>',
  ]);
});

test('stops reading rows when the file is not read any more', async () => {
  const out = new PassThrough();
  let isStopped = false;
  async function* endless() {
    try {
      for (let row = 0; ; row += 1) {
        if (row === 1000) out.destroy();
        yield [row];
      }
    } finally {
      isStopped = true;
    }
  }
  out.resume();
  await expect(writeXlsx(endless(), out)).rejects.toThrow();
  expect(isStopped).toBe(true);
});
