import { expect, test } from '@jest/globals';
import { parseCells, parseStatements } from './table.ts';

test('reads a statement from each line with an id, without headings and prose', () => {
  const markdown = `# Conformance
Prose with - S-9.9: a dash.

## 1. Product

- S-1.1: A title in Telugu
- S-1.2: S, F | C: three codes

## 2. Screens

- S-2.1: The menu
- another list
`;
  expect(parseStatements(markdown)).toEqual([
    { id: 'S-1.1', statement: 'A title in Telugu' },
    { id: 'S-1.2', statement: 'S, F | C: three codes' },
    { id: 'S-2.1', statement: 'The menu' },
  ]);
});

test('an escaped bar of a table belongs to the text', () => {
  expect(parseCells('| name | codes |\n| ---- | :---- |\n| state | S, F \\| C |')).toEqual([
    ['name', 'codes', ''],
    ['state', 'S, F | C', ''],
  ]);
});
