import { expect, test } from '@jest/globals';
import { renumber } from './merge-pdfs.ts';

const renumbering = { mapNumber: (number: number) => number + 100, firstParent: 7, prefix: '0000050-' };
const renumberText = (text: string) => renumber(text, renumbering);

test('renumbers references, page keys and tag names, and leaves texts that look alike', () => {
  expect(renumberText('<</Type /Page\n/Parent 14 0 R\n/StructParents 0\n/Kids [2 0 R 3 0 R]>>')).toBe(
    '<</Type /Page\n/Parent 114 0 R\n/StructParents 7\n/Kids [102 0 R 103 0 R]>>',
  );
  expect(renumberText('/ID (node00000027)\n/Headers [(node00000027)]')).toBe(
    '/ID (0000050-node00000027)\n/Headers [(0000050-node00000027)]',
  );
  const texts = '/Alt (as 5 0 R \\(node00000001\\) \\)) /Alt <35203020> /W [0 [600 0 0 283] 11]';
  expect(renumberText(texts)).toBe(texts);
});
