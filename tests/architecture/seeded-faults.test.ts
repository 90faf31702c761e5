import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { ROOT } from '../stages/stage.ts';

const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');
const faults = read('tests/architecture/seeded-faults.txt');
const tests = [...faults.matchAll(/^[^:]+: ((\S+\.test\.tsx?) › (.+))$/gm)];

test('every test that finds a seeded fault has the file and title that the list states', () => {
  expect(tests.length).toBeGreaterThanOrEqual(38);
  const missing = tests.filter(
    ([, , path = '', title = '']) => !existsSync(`${ROOT}${path}`) || !read(path).includes(title),
  );
  expect(missing.map(([, name]) => name)).toEqual([]);
});
