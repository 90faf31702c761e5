/** A secret alone, or several as JSON `[{ "kid": "2", "key": "…" }, …]`: the first writes, all read. */

export interface RingKey {
  readonly kid: string;
  readonly key: string;
}

export const SINGLE_KEY_ID = '1';

/** Empty for JSON of another shape. */
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

const parseKeyNumber = ({ kid }: RingKey): number => Number(/\d+$/.exec(kid)?.[0] ?? 0);

export const findNewestKey = (ring: readonly RingKey[]): RingKey | undefined =>
  [...ring].sort((one, other) => parseKeyNumber(other) - parseKeyNumber(one))[0];

const createNextKid = (ring: readonly RingKey[]): string =>
  String(Math.max(0, ...ring.map(parseKeyNumber)) + 1);

export const addKey = (ring: readonly RingKey[], key: string): RingKey[] => [
  ...ring,
  { kid: createNextKid(ring), key },
];

export function promoteNewestKey(ring: readonly RingKey[]): RingKey[] {
  const newest = findNewestKey(ring);
  if (!newest) return [];
  return [newest, ...ring.filter(({ kid }) => kid !== newest.kid)];
}

export const dropOlderKeys = (ring: readonly RingKey[]): RingKey[] => ring.slice(0, 1);
