import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { PRINTED_CHARACTERS_FILE, readFontCoverage, toPrintedCharactersFile } from './font-coverage.ts';

test('equals the table that forms and services check texts by', async () => {
  expect(await readFile(PRINTED_CHARACTERS_FILE, 'utf8')).toBe(
    toPrintedCharactersFile(await readFontCoverage()),
  );
});
