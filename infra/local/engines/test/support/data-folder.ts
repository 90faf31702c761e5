import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A new folder for an engine's data, removed after the suite. */
export function createDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'engines-'));
  folders.push(folder);
  return folder;
}
