import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listSlices } from '@archaka/contracts/slices';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'slices-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function add(folder: string, manifest?: unknown): void {
  mkdirSync(join(root, folder, 'dist'), { recursive: true });
  if (manifest) writeFileSync(join(root, folder, 'package.json'), JSON.stringify(manifest));
}

test('a slice is what its package.json says, not what another branch left', () => {
  add('mf-history', { name: 'mf-history' });
  add('svc-auth', { name: 'svc-auth' });
  add('shell', { name: 'shell' });
  add('mf-desk');
  add('svc-desk');
  add('mf-copy', { name: 'mf-history' });
  writeFileSync(join(root, 'mf-notes.txt'), '');

  expect(listSlices(root, 'mf')).toEqual(['mf-history']);
  expect(listSlices(root, 'svc')).toEqual(['svc-auth']);
  expect(listSlices(root, 'mf', 'svc')).toEqual(['mf-history', 'svc-auth']);
});
