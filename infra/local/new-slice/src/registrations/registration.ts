import { CommandError } from '@archaka/service-kit/command-line';
import type { NewSlice } from '../options.ts';

/** A file outside the slice's folder that must list it. */
export interface Registration {
  /** From the checkout. */
  readonly file: string;
  /** Returns the file's text with the slice in it. */
  readonly add: (text: string, options: NewSlice) => string;
}

/** Inserts `addition` after the match of the pattern. @throws CommandError without a match */
export function insertAfter(text: string, pattern: RegExp, addition: string): string {
  const found = pattern.exec(text);
  if (!found) throw new CommandError(`It has no insertion point for a new slice: ${pattern} was not found.`);
  const at = found.index + found[0].length;
  return text.slice(0, at) + addition + text.slice(at);
}

/** Port offset from the portal's: the next free one. */
export function nextOffset(source: string): number {
  const usedOffsets = [...source.matchAll(/offset: (\d+)|service\('[\w-]+', (\d+)\)/g)];
  return Math.max(...usedOffsets.map(([, own, ofService]) => Number(own ?? ofService))) + 1;
}
