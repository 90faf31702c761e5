import type { Database } from '@archaka/service-kit';
import { toAadhaarClaimKey } from '../domain/claim.ts';
import type { AadhaarSealing } from './aadhaar-sealing.ts';
import type { ClaimRepository } from './claim-repository.ts';
import type { FirstHoldRepository } from './first-hold-repository.ts';

/** Gives the blind index of an Aadhaar, whose claim and holds in that year stand under it from then on. */
export type AadhaarIndexer = (examYear: string, aadhaar: string) => Promise<string>;

interface AadhaarIndexerDependencies {
  readonly db: Database;
  readonly sealing: AadhaarSealing;
  readonly claims: ClaimRepository;
  readonly firstHolds: FirstHoldRepository;
}

/**
 * While the index key is rotated, whoever asks for an Aadhaar's index brings its claim and first holds from under the
 * keys before: all that follows looks in one place, and two who claim the same Aadhaar meet there.
 */
export function createAadhaarIndexer({
  db,
  sealing,
  claims,
  firstHolds,
}: AadhaarIndexerDependencies): AadhaarIndexer {
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
