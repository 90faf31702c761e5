import { randomInt } from 'node:crypto';

const pick = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item;
const place = (bytes: Buffer): number => randomInt(bytes.length + 1);
const MOST_REPEATS = 64;

/** Some bytes of an input, at most so many. */
function slice(bytes: Buffer, most: number): Buffer {
  const start = place(bytes);
  return bytes.subarray(start, start + 1 + randomInt(most));
}

const insert = (bytes: Buffer, at: number, more: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);

type Mutation = (bytes: Buffer, given: { words: readonly string[]; other: Buffer }) => Buffer;

const mutations: readonly Mutation[] = [
  (bytes) => {
    const changed = Buffer.from(bytes);
    if (changed.length > 0) changed[randomInt(changed.length)] = randomInt(256);
    return changed;
  },
  (bytes, { words }) => insert(bytes, place(bytes), Buffer.from(pick(words), 'latin1')),
  (bytes, { words }) => {
    const at = place(bytes);
    const word = Buffer.from(pick(words), 'latin1');
    return Buffer.concat([bytes.subarray(0, at), word, bytes.subarray(at + word.length)]);
  },
  (bytes) => {
    const at = place(bytes);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + randomInt(16))]);
  },
  (bytes) => {
    const part = slice(bytes, 32);
    return insert(bytes, place(bytes), Buffer.concat(Array(1 + randomInt(MOST_REPEATS)).fill(part)));
  },
  (bytes, { other }) => Buffer.concat([bytes.subarray(0, place(bytes)), other.subarray(place(other))]),
];

/** Changes an input in some places; `other` is one to take parts of. */
export function mutate(
  bytes: Buffer,
  { words, other, maxBytes }: { words: readonly string[]; other: Buffer; maxBytes: number },
): Buffer {
  let changed = bytes;
  for (let times = 1 + randomInt(4); times > 0; times -= 1)
    changed = pick(mutations)(changed, { words, other });
  return changed.subarray(0, maxBytes);
}
