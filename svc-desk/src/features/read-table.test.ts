import { expect, test } from '@jest/globals';
import { readTable } from './read-table.ts';

const bytes = (text: string) => Buffer.from(text);
const readMarks = (file: Uint8Array) => readTable(file, ['roll_number', 'paper', 'marks']);
const twoRows = [
  { row: 2, isWhole: true, roll_number: '24-101-0001', paper: 'A', marks: '61' },
  { row: 3, isWhole: true, roll_number: '24-101-0001', paper: 'S', marks: 'AB' },
];
const withHeading = (heading: string, separator: string, end = '\n') =>
  [heading, ...twoRows.map((row) => [row.roll_number, row.paper, row.marks].join(separator))].join(end);

test.each([
  ['commas', bytes(withHeading('roll_number,paper,marks', ','))],
  [
    'semicolons, as spreadsheets of some languages write them',
    bytes(withHeading('Roll Number;Paper;Marks', ';', '\r\n')),
  ],
  [
    'tabs, in UTF-16',
    Buffer.from(`\uFEFF${withHeading('ROLL-NUMBER\tpaper\tmarks', '\t', '\r\n')}`, 'utf16le'),
  ],
  ['a byte order mark', bytes(`\uFEFF${withHeading('roll_number,paper,marks', ',')}`)],
  [
    'the bytes of Windows-1252',
    Buffer.from(withHeading('roll_number;paper;marks;r\u00e9marque', ';'), 'latin1').subarray(0),
  ],
  ['quotes and spaces', bytes(withHeading('"roll_number", "paper" ,"marks"', ' , '))],
])('reads a file with %s', async (what, file) => {
  const isWhole = !what.includes('1252');
  expect(await readMarks(file)).toEqual(twoRows.map((row) => ({ ...row, isWhole })));
});

test('leaves out other columns and empty lines, and counts rows as a spreadsheet does', async () => {
  const file = bytes('name,marks,paper,roll_number\n"Rama, K",61,A,24-101-0001\n\nSita,AB,S,24-101-0001\n');
  expect(await readMarks(file)).toEqual([twoRows[0], { ...twoRows[1], row: 4 }]);
});

test('a number with a comma in a file of commas is no whole row', async () => {
  const [row] = (await readMarks(bytes('roll_number,paper,marks\n24-101-0001,A,12,5\n'))) ?? [];
  expect(row).toMatchObject({ isWhole: false });
});

test.each([
  ['nothing', ''],
  ['no heading', '24-101-0001,A,61\n'],
  ['a heading without a column', 'roll_number,marks\n24-101-0001,61\n'],
  ['an open quote', 'roll_number,paper,marks\n"24-101-0001,A,61\n'],
])('rejects a file with %s', async (_what, text) => {
  expect(await readMarks(bytes(text))).toBeUndefined();
});

test('lets other work run while it reads 100,000 rows', async () => {
  const line = '24-101-0001,A,61\n';
  const file = bytes(`roll_number,paper,marks\n${line.repeat(100_000)}`);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const rows = await readMarks(file);
  clearInterval(timer);
  expect(rows).toHaveLength(100_000);
  expect(turns).toBeGreaterThan(3);
});
