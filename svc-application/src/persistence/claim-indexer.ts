import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { SINGLE_KEY_ID } from '@archaka/contracts/key-ring';
import { type Database, type KeyRing, toKeyPrefix } from '@archaka/service-kit';
import { toAadhaarClaimKey, toMobileClaimKey } from '../domain/claim.ts';
import type { ClaimRepository } from './claim-repository.ts';
import type { FirstHoldRepository } from './first-hold-repository.ts';

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
    const [index = ''] = this.computeAll(value);
    return index;
  }

  /** Of an Aadhaar, or of a mobile by `toIndexedText`, under every key of the ring. */
  computeAll(value: string): string[] {
    return this.#keys.map(
      ({ prefix, key }) => prefix + createHmac('sha256', key).update(value).digest('base64url'),
    );
  }

  /** Under older keys; empty unless the index key is being rotated. */
  computeOlder(value: string): string[] {
    return this.computeAll(value).slice(1);
  }

  isCurrent(index: string): boolean {
    return this.#current.test(index);
  }
}

/** Index of a mobile number; the prefix distinguishes it from an Aadhaar's. */
export const toIndexedText = (number: string): string => `mobile:${number}`;

/**
 * Blind indexes of values that are claimed in an examination year. During a rotation, moves claims and holds from older
 * indexes first, so that concurrent claims meet at one key.
 */
export class ClaimIndexer {
  readonly #db: Database;
  readonly #index: BlindIndex;
  readonly #claims: ClaimRepository;
  readonly #firstHolds: FirstHoldRepository;

  constructor(db: Database, index: BlindIndex, claims: ClaimRepository, firstHolds: FirstHoldRepository) {
    this.#db = db;
    this.#index = index;
    this.#claims = claims;
    this.#firstHolds = firstHolds;
  }

  indexAadhaar(examYear: string, aadhaar: string): Promise<string> {
    return this.#toCurrent(aadhaar, (index) => toAadhaarClaimKey(examYear, index));
  }

  indexMobile(examYear: string, number: string): Promise<string> {
    return this.#toCurrent(toIndexedText(number), (index) => toMobileClaimKey(examYear, index));
  }

  async #toCurrent(value: string, toKey: (index: string) => string): Promise<string> {
    const index = this.#index.compute(value);
    for (const older of this.#index.computeOlder(value)) await this.#move(toKey(older), toKey(index));
    return index;
  }

  async #move(from: string, to: string): Promise<void> {
    if (!((await this.#claims.exists(from)) || (await this.#firstHolds.exists(from)))) return;
    await this.#db.transaction(async () => {
      await this.#claims.rename(from, to);
      await this.#firstHolds.rename(from, to);
    });
  }
}
