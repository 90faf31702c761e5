import { createHmac, createSecretKey } from 'node:crypto';
import { type KeyRing, toKeyPrefix } from '@archaka/service-kit';

export type IndexedField = 'number' | 'email';

/** Blind indexes of mobile numbers and e-mail addresses, the latter in lower case. */
export interface AccountIndex {
  readonly compute: (field: IndexedField, value: string) => string;
  /** Indexes under all keys of the ring, the current first. */
  readonly computeAll: (field: IndexedField, value: string) => readonly string[];
  /** Indexes for the ids of claims. */
  readonly currentPattern: RegExp;
}

const normalize = (field: IndexedField, value: string): string =>
  field === 'email' ? value.toLowerCase() : value;

const escapeRegExp = (text: string): string => text.replaceAll('.', '\\.');

export function createAccountIndex(ring: KeyRing): AccountIndex {
  const functions = ring.map(({ kid, key }) => {
    const [prefix, secret] = [toKeyPrefix(kid), createSecretKey(Buffer.from(key))];
    return (field: IndexedField, value: string) => {
      const text = `${field}:${normalize(field, value)}`;
      return prefix + createHmac('sha256', secret).update(text).digest('base64url');
    };
  });
  const current = toKeyPrefix(ring[0].kid);
  const computeAll: AccountIndex['computeAll'] = (field, value) =>
    functions.map((compute) => compute(field, value));
  return {
    computeAll,
    compute: (field, value) => computeAll(field, value)[0] ?? '',
    currentPattern: new RegExp(`^(number|email):${escapeRegExp(current)}[\\w-]{43}$`),
  };
}
