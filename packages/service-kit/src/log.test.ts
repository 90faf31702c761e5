import { expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { createLogDestination, describeError, REQUEST_MESSAGE } from './log.ts';

test('logs an error and its causes without user input', () => {
  const error = new Error('E11000 duplicate key error dup key: { _id: "9876543210", name: "Ravi" }', {
    cause: new Error('for ravi@example.com'),
  });
  const text = JSON.stringify(describeError(Object.assign(error, { code: 11000 })));
  expect(text).toContain('E11000');
  expect(text).toContain('11000');
  expect(text).toContain('log.test');
  expect(text).not.toMatch(/9876543210|Ravi|ravi/);
});

function createLog() {
  const written: string[] = [];
  const destination = createLogDestination({ write: (lines: string) => void written.push(lines) });
  const log = pino({ base: null, timestamp: false }, destination);
  return { log, written };
}

test('buffers access log lines and writes them together', () => {
  jest.useFakeTimers();
  try {
    const { log, written } = createLog();
    log.info({ status: 200 }, REQUEST_MESSAGE);
    log.info({ status: 404 }, REQUEST_MESSAGE);
    expect(written).toEqual([]);
    jest.advanceTimersByTime(100);
    expect(written.map((lines) => lines.trim().split('\n').length)).toEqual([2]);
    log.info({ status: 200 }, REQUEST_MESSAGE);
    jest.advanceTimersByTime(100);
    expect(written).toHaveLength(2);
  } finally {
    jest.useRealTimers();
  }
});

test('writes the buffered lines at once before any other, at the end of the process, and when they are many', () => {
  const { log, written } = createLog();
  log.info({ status: 200 }, REQUEST_MESSAGE);
  log.warn('part-down');
  expect(written.join('')).toMatch(/"status":200[^\n]*\n[^\n]*part-down[^\n]*\n$/);
  written.length = 0;
  log.info({ status: 200 }, REQUEST_MESSAGE);
  process.emit('exit', 0);
  expect(written).toHaveLength(1);
  for (let line = 0; line < 300; line += 1) log.info({ route: 'x'.repeat(100) }, REQUEST_MESSAGE);
  expect(written.length).toBeGreaterThan(1);
});
