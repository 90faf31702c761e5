import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const NEWLINE = 0x0a;

/** Facts on disk, one line of JSON for all the facts of one operation. */
export class EventLog<Fact> {
  readonly #file: number;

  /** Passes every line of the file to `replay`. A line truncated by a kill is dropped: no response depended on it. */
  constructor(path: string, replay: (facts: Fact[]) => void) {
    mkdirSync(dirname(path), { recursive: true });
    this.#file = openSync(path, 'a+', 0o600);
    const content = readFileSync(path);
    let start = 0;
    for (let end = content.indexOf(NEWLINE); end >= 0; end = content.indexOf(NEWLINE, start)) {
      replay(parseLine(content.toString('utf8', start, end), path) as Fact[]);
      start = end + 1;
    }
    ftruncateSync(this.#file, start);
  }

  append(facts: Fact[]): void {
    writeSync(this.#file, `${JSON.stringify(facts)}\n`);
  }

  close(): void {
    closeSync(this.#file);
  }
}

function parseLine(line: string, path: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error(
      `${path} is damaged: a line of it is not JSON. Delete the file to begin with an empty ledger.`,
    );
  }
}
