import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { deleteOldLogs, openLog } from './logs.ts';
import { RunFile } from './run-file.ts';
import { readRetentionDays } from './settings.ts';

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

test('drops lines on a device without room', () => {
  expect(() => openLog('/dev/full')(Buffer.from('a line\n'))).not.toThrow();
});

const isRoot = process.getuid?.() === 0;

(isRoot ? test : test.skip)('counts the lines dropped on a full disk, and goes on when there is room', () => {
  const disk = mkdtempSync(join(tmpdir(), 'disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
  try {
    const path = join(disk, 'svc-auth.log');
    const log = openLog(path);
    const runFile = new RunFile(disk);
    runFile.setComponent('svc-auth', { pid: process.pid, port: 1 });
    expect(() => {
      for (;;) appendFileSync(join(disk, 'filler'), Buffer.alloc(4096));
    }).toThrow('ENOSPC');

    for (const line of ['one\n', 'two\nthree\n']) log(Buffer.from(line));
    runFile.setComponent('svc-auth', { pid: process.pid, port: 2 });
    rmSync(join(disk, 'filler'));
    log(Buffer.from('four\n'));
    runFile.setComponent('shell', { pid: process.pid, port: 3 });

    expect(readFileSync(path, 'utf8')).toBe('3 lines were dropped: the disk was full\nfour\n');
    const { parts } = JSON.parse(readFileSync(join(disk, 'run.json'), 'utf8'));
    expect(parts).toMatchObject({ 'svc-auth': { port: 2 }, shell: { port: 3 } });
  } finally {
    execFileSync('umount', ['--lazy', disk]);
    rmSync(disk, { recursive: true });
  }
});

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
  deleteOldLogs(folder, readRetentionDays('log', {}));
  expect(readdirSync(folder).sort()).toEqual(['svc-auth.log', 'svc-auth.log.1']);
});
