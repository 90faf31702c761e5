import type { Database } from '@archaka/service-kit';
import { toAadhaarClaimKey, toMobileClaimKey } from '../domain/claim.ts';
import type { BlindIndex } from './blind-index.ts';
import type { ClaimRepository } from './claim-repository.ts';
import type { FirstHoldRepository } from './first-hold-repository.ts';

/** Index of a mobile number; the prefix distinguishes it from an Aadhaar's. */
const toIndexedText = (number: string): string => `mobile:${number}`;

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
