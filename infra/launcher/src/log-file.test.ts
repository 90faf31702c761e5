import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openLog } from './log-file.ts';

test('appends to the log and retains two files of about 8 MB for any amount of output', () => {
  const folder = mkdtempSync(join(tmpdir(), 'logs-'));
  const path = join(folder, 'svc-auth.log');
  openLog(path)(Buffer.from('from the start before\n'));

  const log = openLog(path);
  log(Buffer.from('now\n'));
  expect(statSync(path).size).toBe(26);
  for (let megabyte = 0; megabyte < 30; megabyte++) log(Buffer.alloc(1_000_000, 'x'));

  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  expect(sizes).toHaveLength(2);
  expect(Math.max(...sizes)).toBeLessThan(9_500_000);
});
