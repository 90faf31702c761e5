import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { ROOT } from '../stages/stage.ts';

const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');
const [, section = ''] = /^## Seeded faults\n([\s\S]*?)^## /m.exec(read('docs/testing.md')) ?? [];
const tests = [...section.matchAll(/`(\S+\.test\.tsx?) › ([^`]+)`/g)];

test('every test that finds a seeded fault has the file and title that the table states', () => {
  expect(tests.length).toBeGreaterThanOrEqual(38);
  const missing = tests.filter(
    ([, path = '', title = '']) => !existsSync(`${ROOT}${path}`) || !read(path).includes(title),
  );
  expect(missing.map(([name]) => name)).toEqual([]);
});
