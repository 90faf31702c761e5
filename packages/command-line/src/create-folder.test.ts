import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createFolder } from './create-folder.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'folders-'));
});
afterAll(() => rmSync(root, { recursive: true }));

test('creates a folder with its parents for its owner only, and accepts one that exists', () => {
  const path = join(root, 'backups/monday');
  createFolder(path);
  createFolder(path);
  expect(statSync(path).mode & 0o777).toBe(0o700);
});

test.each(['/proc/backup', '/proc/backup/monday', '/dev/null/backup'])('names the reason for %s', (path) => {
  expect(() => createFolder(path)).toThrow(
    /^The folder \S+ cannot be created \((ENOENT|ENOTDIR|EACCES)\)\.$/,
  );
});

test('names the reason below a file', () => {
  writeFileSync(join(root, 'file'), '');
  expect(() => createFolder(join(root, 'file/backup'))).toThrow('cannot be created (ENOTDIR)');
});
