import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { pruneBackups } from './prune-backups.ts';

const now = new Date('2026-11-26T12:00:00Z');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prune-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function addBackup(name: string, at: string): void {
  mkdirSync(join(folder, name));
  const manifest = { format: 1, at, databases: [], fingerprints: {} };
  writeFileSync(join(folder, name, 'backup.json'), JSON.stringify(manifest));
}
const prune = (isDryRun: boolean) => pruneBackups(folder, { days: 35, now, isDryRun });
const listNames = ({ deleted }: Awaited<ReturnType<typeof prune>>) => deleted.map(({ name }) => name);

test('deletes backups older than the period, and only lists them in a dry run', async () => {
  addBackup('new', '2026-11-20T00:00:00Z');
  addBackup('within', '2026-10-22T12:00:00Z');
  addBackup('over', '2026-10-22T11:59:59Z');
  mkdirSync(join(folder, 'photos'));
  expect(listNames(await prune(true))).toEqual(['over']);
  expect(existsSync(join(folder, 'over'))).toBe(true);
  expect(await prune(false)).toMatchObject({ left: 2 });
  const left = ['new', 'within', 'over', 'photos'].filter((name) => existsSync(join(folder, name)));
  expect(left).toEqual(['new', 'within', 'photos']);
});

test('leaves the newest backup at any age', async () => {
  addBackup('old', '2020-01-02T00:00:00Z');
  addBackup('older', '2020-01-01T00:00:00Z');
  expect(listNames(await prune(false))).toEqual(['older']);
});
