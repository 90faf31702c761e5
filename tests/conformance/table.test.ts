import { expect, test } from '@jest/globals';
import { parseTable } from './table.ts';

test('rows are read from every table of the document, headings and prose left out', () => {
  const markdown = `# Conformance
Prose with a | bar.

| id  | statement | test |
| --- | :-------- | ---: |
| 1.1 | A title in Telugu | \`a.test.ts › home › has a title\` |

| id | statement | test |
| -- | --------- | ---- |
| 2.1 | No test yet | |
`;
  expect(parseTable(markdown)).toEqual([
    { id: '1.1', statement: 'A title in Telugu', tests: [{ file: 'a.test.ts', name: 'home › has a title' }] },
    { id: '2.1', statement: 'No test yet', tests: [] },
  ]);
});

test('a row may name several tests, and an escaped bar belongs to the text', () => {
  const [row] = parseTable('| 5.2 | S, F \\| C | `a.test.ts › S \\| F`<br>`b.test.tsx › C` |');
  expect(row).toEqual({
    id: '5.2',
    statement: 'S, F | C',
    tests: [
      { file: 'a.test.ts', name: 'S | F' },
      { file: 'b.test.tsx', name: 'C' },
    ],
  });
});
