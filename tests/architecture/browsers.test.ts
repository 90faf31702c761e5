import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'acorn';
import { ROOT } from '../stages/stage.ts';

const readBrowsers = (folder: string): unknown =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')).browserslist;

test('the supported browsers are the targets of the builds', () => {
  expect(readBrowsers('.')).toEqual(readBrowsers('packages/slice-tools'));
});

test('scripts for unsupported browsers use a language version that all of them parse', () => {
  const source = readFileSync(join(ROOT, 'shell/src/start-check.js'), 'utf8');
  expect(() => parse(source, { ecmaVersion: 5 })).not.toThrow();
  expect(() => parse('const a = () => 1', { ecmaVersion: 5 })).toThrow();
});
