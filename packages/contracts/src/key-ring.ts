/**
 * A secret that can be replaced while everything runs: a variable holds the secret alone, or several as JSON
 * `[{ "kid": "2", "key": "…" }, { "kid": "1", "key": "…" }]`. The first is used to write, all to read.
 */

export interface RingKey {
  /** Stored rows name it. */
  readonly kid: string;
  readonly key: string;
}

/** A secret that stands alone, as all did before there were rings. */
export const SINGLE_KEY_ID = '1';

/** What a variable holds; no key at all when it is JSON of something else. */
export function parseKeyRing(text: string): RingKey[] {
  if (!/^\s*\[\s*\{/.test(text)) return [{ kid: SINGLE_KEY_ID, key: text }];
  try {
    const keys: unknown = JSON.parse(text);
    return Array.isArray(keys) && keys.every(isRingKey) ? keys : [];
  } catch {
    return [];
  }
}

const isRingKey = (value: unknown): value is RingKey => {
  const { kid, key } = Object(value);
  return typeof kid === 'string' && /^[\w-]+$/.test(kid) && typeof key === 'string' && key !== '';
};

export const formatKeyRing = (ring: readonly RingKey[]): string => JSON.stringify(ring);

/** The number at the end of `2`, `local-1` or `2025`. */
const parseKeyNumber = ({ kid }: RingKey): number => Number(/\d+$/.exec(kid)?.[0] ?? 0);

/** The key that was made last, which is the first one unless it is not to be used yet. */
export const findNewestKey = (ring: readonly RingKey[]): RingKey | undefined =>
  ring.toSorted((one, other) => parseKeyNumber(other) - parseKeyNumber(one))[0];

/** A name that no key of the ring has, and of a higher number. */
const createNextKid = (ring: readonly RingKey[]): string =>
  String(Math.max(0, ...ring.map(parseKeyNumber)) + 1);

/** A new key that is known and not used yet. */
export const addKey = (ring: readonly RingKey[], key: string): RingKey[] => [
  ...ring,
  { kid: createNextKid(ring), key },
];

/** From now on the newest is used to write. */
export function promoteNewestKey(ring: readonly RingKey[]): RingKey[] {
  const newest = findNewestKey(ring);
  if (!newest) return [];
  return [newest, ...ring.filter(({ kid }) => kid !== newest.kid)];
}

/** Only the first stays. */
export const dropOlderKeys = (ring: readonly RingKey[]): RingKey[] => ring.slice(0, 1);
