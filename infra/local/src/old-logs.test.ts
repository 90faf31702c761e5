import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { deleteOldLogs, readLogDays } from './old-logs.ts';

test('deletes log files without a write for 180 days, and no younger ones', () => {
  const folder = mkdtempSync(join(tmpdir(), 'logs-'));
  const write = (name: string, days: number) => {
    writeFileSync(join(folder, name), 'line\n');
    const at = Date.now() / 1000 - days * 86_400;
    utimesSync(join(folder, name), at, at);
  };
  write('svc-auth.log', 0);
  write('svc-auth.log.1', 179);
  write('svc-payment.log.1', 181);
  expect(readLogDays()).toBe(180);
  deleteOldLogs(folder, readLogDays());
  expect(readdirSync(folder).sort()).toEqual(['svc-auth.log', 'svc-auth.log.1']);
});
