import { expect, test } from '@jest/globals';
import { parseTable } from './table.ts';

test('reads rows from every table of the document, without headings and prose', () => {
  const markdown = `# Conformance
Prose with a | bar.

| id    | statement |
| ----- | :-------- |
| S-1.1 | A title in Telugu |

| id | statement |
| -- | --------- |
| S-2.1 | The menu |
`;
  expect(parseTable(markdown)).toEqual([
    { id: 'S-1.1', statement: 'A title in Telugu' },
    { id: 'S-2.1', statement: 'The menu' },
  ]);
});

test('an escaped bar belongs to the text', () => {
  expect(parseTable('| S-5.2 | S, F \\| C |')).toEqual([{ id: 'S-5.2', statement: 'S, F | C' }]);
});
