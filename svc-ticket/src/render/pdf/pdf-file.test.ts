import { expect, test } from '@jest/globals';
import { PdfWriter } from './pdf-file.ts';

const OBJECTS = 12_000;

/** The contents at the offsets in a PDF's table, by object number. */
function readTable(pdf: string): (string | undefined)[] {
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)?.[1]);
  const [, size = '', entries = ''] = /^xref\n0 (\d+)\n((?:.{18} \n)*)trailer\n/.exec(pdf.slice(table)) ?? [];
  const all = entries.match(/.{18} \n/g) ?? [];
  expect(all).toHaveLength(Number(size));
  return all.map((entry) => {
    const offset = Number(entry.slice(0, 10));
    return entry[17] === 'n' ? pdf.slice(offset, pdf.indexOf('\nendobj\n', offset)) : undefined;
  });
}

test('writes the correct offset of thousands of objects in any order', () => {
  const writer = new PdfWriter();
  const first = writer.allocate(OBJECTS);
  const content = Buffer.alloc(1000, 'é', 'latin1');
  let pdf = '';
  for (let at = OBJECTS - 1; at >= 2; at -= 1) {
    const object = { number: first + at, body: `<</Own ${first + at}>>` };
    writer.writeObject(at % 3 === 0 ? { ...object, stream: content } : object);
    if (at % 1000 === 0) pdf += writer.flush().toString('latin1');
  }
  writer.end(`/Root ${first + 2} 0 R`);
  pdf += writer.flush().toString('latin1');

  const objects = readTable(pdf);
  expect(objects.slice(0, 3)).toEqual([undefined, undefined, undefined]);
  for (let at = 2; at < OBJECTS; at += 1) {
    const stream = at % 3 === 0 ? ` stream\n${content.toString('latin1')}\nendstream` : '';
    expect(objects[first + at]).toBe(`${first + at} 0 obj\n<</Own ${first + at}>>${stream}`);
  }
});
