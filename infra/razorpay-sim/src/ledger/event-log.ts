import { closeSync, ftruncateSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { LedgerEvent } from './ledger-events.ts';

const NEWLINE = 0x0a;
const CHUNK_BYTES = 1 << 20;

/** Facts on disk, one line of JSON for all the facts of one operation. */
export type EventLog = { append(events: LedgerEvent[]): void; close(): void };

/**
 * Opens the file, passes every line in it to `replay` and returns a log that appends.
 * A line truncated by a kill is dropped: no response depended on it.
 */
export function openEventLog(path: string, replay: (events: LedgerEvent[]) => void): EventLog {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'a+', 0o600);
  ftruncateSync(
    file,
    readLines(file, (line) => replay(parseLine(line, path))),
  );
  return {
    append: (events) => {
      writeSync(file, `${JSON.stringify(events)}\n`);
    },
    close: () => closeSync(file),
  };
}

function parseLine(line: string, path: string): LedgerEvent[] {
  try {
    return JSON.parse(line) as LedgerEvent[];
  } catch {
    throw new Error(
      `${path} is damaged: a line of it is not JSON. Delete the file to begin with an empty ledger.`,
    );
  }
}

/** Reads every complete line; returns their size in bytes. */
function readLines(file: number, onLine: (line: string) => void): number {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let rest = Buffer.alloc(0);
  let position = 0;
  for (;;) {
    const bytes = readSync(file, chunk, 0, CHUNK_BYTES, position);
    if (bytes === 0) return position - rest.length;
    position += bytes;
    rest = Buffer.concat([rest, chunk.subarray(0, bytes)]);
    let end = rest.indexOf(NEWLINE);
    while (end >= 0) {
      onLine(rest.toString('utf8', 0, end));
      rest = rest.subarray(end + 1);
      end = rest.indexOf(NEWLINE);
    }
  }
}
