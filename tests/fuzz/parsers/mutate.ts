import { randomInt } from 'node:crypto';

const pick = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item;
const pickPosition = (bytes: Buffer): number => randomInt(bytes.length + 1);
const MAX_REPEATS = 64;

/** Some bytes of an input, at most so many. */
function slice(bytes: Buffer, maxLength: number): Buffer {
  const start = pickPosition(bytes);
  return bytes.subarray(start, start + 1 + randomInt(maxLength));
}

const insert = (bytes: Buffer, position: number, inserted: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, position), inserted, bytes.subarray(position)]);

type Mutation = (bytes: Buffer, input: { tokens: readonly string[]; other: Buffer }) => Buffer;

const mutations: readonly Mutation[] = [
  (bytes) => {
    const changed = Buffer.from(bytes);
    if (changed.length > 0) changed[randomInt(changed.length)] = randomInt(256);
    return changed;
  },
  (bytes, { tokens }) => insert(bytes, pickPosition(bytes), Buffer.from(pick(tokens), 'latin1')),
  (bytes, { tokens }) => {
    const position = pickPosition(bytes);
    const word = Buffer.from(pick(tokens), 'latin1');
    return Buffer.concat([bytes.subarray(0, position), word, bytes.subarray(position + word.length)]);
  },
  (bytes) => {
    const position = pickPosition(bytes);
    return Buffer.concat([bytes.subarray(0, position), bytes.subarray(position + 1 + randomInt(16))]);
  },
  (bytes) => {
    const slicePart = slice(bytes, 32);
    return insert(
      bytes,
      pickPosition(bytes),
      Buffer.concat(Array(1 + randomInt(MAX_REPEATS)).fill(slicePart)),
    );
  },
  (bytes, { other }) =>
    Buffer.concat([bytes.subarray(0, pickPosition(bytes)), other.subarray(pickPosition(other))]),
];

/** Changes an input in some places; `other` provides parts to insert. */
export function mutate(
  bytes: Buffer,
  { tokens, other, maxBytes }: { tokens: readonly string[]; other: Buffer; maxBytes: number },
): Buffer {
  let changed = bytes;
  for (let times = 1 + randomInt(4); times > 0; times -= 1)
    changed = pick(mutations)(changed, { tokens, other });
  return changed.subarray(0, maxBytes);
}
