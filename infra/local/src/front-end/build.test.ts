import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { hashSources } from './build.ts';

let rootFolder: string;
beforeEach(async () => {
  rootFolder = await mkdtemp(join(tmpdir(), 'sources-'));
  await writeFile(join(rootFolder, 'package-lock.json'), '{}');
  await write('mf-history/package.json', '{}');
  await write('mf-history/src/page.tsx', 'first');
});
afterEach(() => rm(rootFolder, { recursive: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(join(rootFolder, path, '..'), { recursive: true });
  await writeFile(join(rootFolder, path), text);
}

test('changes with a source, but not with files that a build writes beside them', async () => {
  const before = hashSources('mf-history', rootFolder);
  await write('mf-history/dist/page.js', 'built');
  await write('mf-history/.swc/plugins/cached', 'compiled plugin');
  expect(hashSources('mf-history', rootFolder)).toBe(before);
  await write('mf-history/src/page.tsx', 'second');
  expect(hashSources('mf-history', rootFolder)).not.toBe(before);
});
