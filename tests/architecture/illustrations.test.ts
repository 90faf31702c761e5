import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';

/** Total bytes of all drawings in the sources. */
const MAX_BYTES = 12 * 1024;

const drawings = [
  'shell/src/icon.svg',
  'shell/src/frame/emblem.tsx',
  'shell/src/style/gopuram.svg',
  'shell/src/style/skyline.svg',
  'packages/ui/src/layout/icon.tsx',
  'mf-application/src/files/examples/example-pair.tsx',
];

test('keeps all illustrations within 12 KB', async () => {
  const folder = new URL('../../', import.meta.url);
  const sizes = await Promise.all(
    drawings.map(async (path) => (await readFile(new URL(path, folder))).length),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_BYTES);
});
