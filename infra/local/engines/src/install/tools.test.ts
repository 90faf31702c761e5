import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { writeAtomically } from './tools.ts';

test('two that install the same folder at once both have it, and nothing else is left', async () => {
  const cache = await mkdtemp(join(tmpdir(), 'cache-'));
  const install = () =>
    writeAtomically(cache, 'program', async (folder) => {
      await mkdir(join(folder, 'made'));
      await writeFile(join(folder, 'made/file'), '');
      return join(folder, 'made');
    });
  try {
    const installed = join(cache, 'program');
    expect(await Promise.all([install(), install()])).toEqual([installed, installed]);
    expect([await readdir(cache), await readdir(installed)]).toEqual([['program'], ['file']]);
  } finally {
    await rm(cache, { recursive: true });
  }
});
