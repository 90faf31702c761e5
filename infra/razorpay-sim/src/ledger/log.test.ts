import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { noFaults } from '../faults.ts';
import type { Fact } from './facts.ts';
import { openLog } from './log.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = () => join(folder, 'new', 'facts.log');
const faults = (delay_ms: number): Fact => ({
  fact: 'faults',
  faults: { ...noFaults, delay_ms },
});

function replayed(): Fact[][] {
  const lines: Fact[][] = [];
  openLog(path(), (facts) => lines.push(facts)).close();
  return lines;
}

function write(...lines: Fact[][]): void {
  const log = openLog(path(), () => {});
  for (const line of lines) log.append(line);
  log.close();
}

test('facts come back line by line, in order, after any number of openings', () => {
  write([faults(1), faults(2)]);
  write([faults(3)]);
  expect(replayed()).toEqual([[faults(1), faults(2)], [faults(3)]]);
});

test('lines longer than what is read at once come back whole', () => {
  const many = Array.from({ length: 30_000 }, (_, index) => faults(index));
  write(many, [faults(1)]);
  expect(replayed()).toEqual([many, [faults(1)]]);
});

test('half a line at the end is dropped for good', () => {
  write([faults(1)]);
  appendFileSync(path(), '[{"fact":"fau');
  write([faults(2)]);
  expect(replayed()).toEqual([[faults(1)], [faults(2)]]);
});

test('a line that is damaged elsewhere is not passed over', () => {
  write([faults(1)]);
  writeFileSync(path(), 'damage\n[]\n');
  expect(replayed).toThrow();
});
