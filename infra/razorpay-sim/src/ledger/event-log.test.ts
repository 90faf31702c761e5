import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { noFaults } from '../faults.ts';
import { EventLog } from './event-log.ts';
import type { LedgerEvent } from './ledger.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = () => join(folder, 'new', 'facts.log');
const buildFaultsEvent = (delay_ms: number): LedgerEvent => ({
  fact: 'faults',
  faults: { ...noFaults, delay_ms },
});

function replay(): LedgerEvent[][] {
  const lines: LedgerEvent[][] = [];
  new EventLog<LedgerEvent>(path(), (events) => lines.push(events)).close();
  return lines;
}

function write(...lines: LedgerEvent[][]): void {
  const log = new EventLog<LedgerEvent>(path(), () => {});
  for (const line of lines) log.append(line);
  log.close();
}

test('drops an incomplete last line permanently', () => {
  write([buildFaultsEvent(1)]);
  appendFileSync(path(), '[{"fact":"fau');
  write([buildFaultsEvent(2)]);
  expect(replay()).toEqual([[buildFaultsEvent(1)], [buildFaultsEvent(2)]]);
});

test('does not skip a damaged line elsewhere', () => {
  write([buildFaultsEvent(1)]);
  writeFileSync(path(), 'damage\n[]\n');
  expect(replay).toThrow();
});
