import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from '../stages/stage.ts';

const read = (path: string) => readFile(join(ROOT, path), 'utf8');
const catalog = await read('packages/platform/src/status/locales/te.po');
const { texts } = JSON.parse(await read('exams/2024.json'));

test.each([
  ['submitted', 'The fee is due'],
  ['paid', 'The fee has arrived'],
])('the text message "%s" says "%s" in the words of every page', (kind, title) => {
  const [, telugu = 'missing'] = new RegExp(`msgid "${title}"\nmsgstr "(.*)"`).exec(catalog) ?? [];
  const { wording } = texts[kind];
  expect(wording).toContain(telugu);
  expect(wording.toLowerCase()).toContain(title.toLowerCase());
});
