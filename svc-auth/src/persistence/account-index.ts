import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { type KeyRing, toKeyPrefix } from '@archaka/service-kit';

export type IndexedField = 'number' | 'email';

/** Blind indexes of mobile numbers and e-mail addresses, the latter in lower case. */
export class AccountIndex {
  readonly #keys: readonly { readonly prefix: string; readonly secret: KeyObject }[];

  constructor(ring: KeyRing) {
    this.#keys = ring.map(({ kid, key }) => ({
      prefix: toKeyPrefix(kid),
      secret: createSecretKey(Buffer.from(key)),
    }));
  }

  compute(field: IndexedField, value: string): string {
    return this.computeAll(field, value)[0] ?? '';
  }

  /** Indexes under all keys of the ring, the current first. */
  computeAll(field: IndexedField, value: string): string[] {
    const text = `${field}:${field === 'email' ? value.toLowerCase() : value}`;
    return this.#keys.map(
      ({ prefix, secret }) => prefix + createHmac('sha256', secret).update(text).digest('base64url'),
    );
  }

  /** Of the ids of claims by the current index. */
  get currentPattern(): RegExp {
    const prefix = this.#keys[0]?.prefix.replaceAll('.', '\\.') ?? '';
    return new RegExp(`^(number|email):${prefix}[\\w-]{43}$`);
  }
}
