import { setTimeout as pause } from 'node:timers/promises';
import { PartDown } from '../errors.ts';

/** Rows of one collection that carry an old key. */
export interface OldRows<Row = unknown> {
  /** As its operator knows it. */
  readonly name: string;
  count(): Promise<number>;
  rows(): AsyncIterable<Row>;
  /** Writes a row under the new key unless it was written since it was read. */
  rewrite(row: Row): Promise<unknown>;
}

export interface Progress {
  readonly name: string;
  readonly done: number;
  readonly all: number;
  readonly perSecond: number;
}

const AT_ONCE = 8;
const TELL_MS = 1000;
/** MongoDB ends a killed process's transaction after 60 s; until then it holds its rows. */
const PATIENCE_MS = 90_000;
const AGAIN_MS = 1000;

/**
 * Brings rows under the new key until none carries an old one. What is done stays done: run again after an interruption,
 * or by two at once, it goes on with what is left.
 * @returns how many are left that cannot be rewritten
 */
export async function rewriteRows<Row>(
  old: OldRows<Row>,
  tell: (progress: Progress) => void,
): Promise<number> {
  let left = await old.count();
  let progressAt = performance.now();
  while (left > 0) {
    const held = await rewriteAll(old, left, tell);
    const now = await old.count();
    if (now < left) progressAt = performance.now();
    else if (held === 0 || performance.now() - progressAt > PATIENCE_MS) return now;
    else await pause(AGAIN_MS);
    left = now;
  }
  return 0;
}

/** @returns how many rows others held */
async function rewriteAll<Row>(
  old: OldRows<Row>,
  all: number,
  tell: (progress: Progress) => void,
): Promise<number> {
  const began = performance.now();
  let [done, held, told] = [0, 0, began];
  const say = () => {
    told = performance.now();
    tell({ name: old.name, done, all, perSecond: Math.round((done * 1000) / (told - began)) });
  };
  const running = new Set<Promise<unknown>>();
  for await (const row of old.rows()) {
    const one: Promise<unknown> = old
      .rewrite(row)
      .catch((error) => {
        if (!(error instanceof PartDown)) throw error;
        held += 1;
      })
      .finally(() => running.delete(one));
    running.add(one);
    if (running.size >= AT_ONCE) await Promise.race(running);
    done += 1;
    if (performance.now() - told > TELL_MS) say();
  }
  await Promise.all(running);
  say();
  return held;
}
