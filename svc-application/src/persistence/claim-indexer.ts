import type { Database } from '@archaka/service-kit';
import { toAadhaarClaimKey, toMobileClaimKey } from '../domain/claim.ts';
import type { AadhaarSealing } from './aadhaar-sealing.ts';
import type { ClaimRepository } from './claim-repository.ts';
import type { FirstHoldRepository } from './first-hold-repository.ts';

/** Returns the blind index of a value that is claimed in an examination year. */
export type ClaimIndexer = (examYear: string, value: string) => Promise<string>;

interface ClaimIndexerDependencies {
  readonly db: Database;
  readonly sealing: AadhaarSealing;
  readonly claims: ClaimRepository;
  readonly firstHolds: FirstHoldRepository;
}

/** Index of a mobile number; the prefix distinguishes it from an Aadhaar's. */
const toIndexedText = (number: string): string => `mobile:${number}`;

/** During a rotation, moves claim and holds from older indexes first, so that concurrent claims meet at one key. */
export function createAadhaarIndexer({
  db,
  sealing,
  claims,
  firstHolds,
}: ClaimIndexerDependencies): ClaimIndexer {
  const migrateIndex = async (to: string, from: string): Promise<void> => {
    if (!((await claims.exists(from)) || (await firstHolds.exists(from)))) return;
    await db.transaction(async () => {
      await claims.rename(from, to);
      await firstHolds.rename(from, to);
    });
  };

  return async (examYear, aadhaar) => {
    const index = sealing.computeIndex(aadhaar);
    for (const olderIndex of sealing.computeOlderIndexes(aadhaar))
      await migrateIndex(toAadhaarClaimKey(examYear, index), toAadhaarClaimKey(examYear, olderIndex));
    return index;
  };
}

/** Also moves claims from older indexes. */
export function createMobileIndexer({
  db,
  sealing,
  claims,
}: Omit<ClaimIndexerDependencies, 'firstHolds'>): ClaimIndexer {
  return async (examYear, number) => {
    const index = sealing.computeIndex(toIndexedText(number));
    for (const each of sealing.computeOlderIndexes(toIndexedText(number))) {
      const from = toMobileClaimKey(examYear, each);
      if (await claims.exists(from))
        await db.transaction(() => claims.rename(from, toMobileClaimKey(examYear, index)));
    }
    return index;
  };
}
