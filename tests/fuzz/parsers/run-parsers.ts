import { fuzzParser } from './fuzz-parser.ts';
import { targets } from './targets.ts';

export interface ParserOptions {
  /** Seconds for each parser. */
  readonly seconds: number;
  /** Default: all. */
  readonly names: readonly string[];
  readonly report: (line: string) => void;
}

/** Fuzzes each parser of untrusted bytes, in order. @returns whether none failed */
export async function fuzzParsers({ seconds, names, report }: ParserOptions): Promise<boolean> {
  const chosen = Object.keys(targets).filter((name) => names.length === 0 || names.includes(name));
  let failures = 0;
  for (const name of chosen) failures += await fuzzParser(name, { seconds, report });
  return failures === 0 && chosen.length > 0;
}
