import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { SINGLE_KEY_ID } from '@archaka/contracts/key-ring';
import { type KeyRing, toKeyPrefix } from '@archaka/service-kit';

/** Regular expression of the indexes under the key `kid`. */
export const indexPattern = (kid: string): string => (kid === SINGLE_KEY_ID ? '[^.:]*' : `${kid}\\.[^:]*`);

/** HMAC of an Aadhaar or mobile: equal for equal values, and not testable without the key. */
export class BlindIndex {
  /** Of the key ring, the current one first. */
  readonly #keys: readonly { readonly prefix: string; readonly key: KeyObject }[];
  readonly #current: RegExp;

  constructor(ring: KeyRing) {
    this.#keys = ring.map(({ kid, key }) => ({
      prefix: toKeyPrefix(kid),
      key: createSecretKey(Buffer.from(key)),
    }));
    this.#current = new RegExp(`^${indexPattern(ring[0].kid)}$`);
  }

  compute(value: string): string {
    const [index = ''] = this.#computeAll(value);
    return index;
  }

  /** Under older keys; empty unless the index key is being rotated. */
  computeOlder(value: string): string[] {
    return this.#computeAll(value).slice(1);
  }

  isCurrent(index: string): boolean {
    return this.#current.test(index);
  }

  #computeAll(value: string): string[] {
    return this.#keys.map(
      ({ prefix, key }) => prefix + createHmac('sha256', key).update(value).digest('base64url'),
    );
  }
}
