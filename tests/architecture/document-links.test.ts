import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from '../stages/stage.ts';

const listFiles = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '-z', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(ROOT, file)));
const readSource = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Paths of links to files, without their fragment. A template of a new slice is below its later folder. */
const findLinks = (text: string) =>
  [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)\s]*)?\)/g)].map(([, path = '']) => path);

test.each(listFiles('*.md', ':!infra/local/new-slice/templates'))(
  '%s links to existing files only',
  (file) => {
    const links = findLinks(readSource(file));
    expect(links.filter((link) => !existsSync(join(ROOT, dirname(file), link)))).toEqual([]);
  },
);

test('comments name existing decision records only', () => {
  const records = listFiles('docs/adr').join('\n');
  const named = listFiles('*.ts', '*.tsx', '*.yml', '*.conf', '*Dockerfile').flatMap((file) =>
    [...readSource(file).matchAll(/adr\/(\d{4})/g)].map(([, number]) => `${file}: ${number}`),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !records.includes(`docs/adr/${name.slice(-4)}-`))).toEqual([]);
});
