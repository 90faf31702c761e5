import type { Database } from '@archaka/service-kit';
import { aadhaarClaim } from '../domain/claim.ts';
import type { Claims } from './claims.ts';
import type { FirstHolds } from './first-holds.ts';
import type { AadhaarSealing } from './sealing.ts';

/** Gives the blind index of an Aadhaar, whose claim and holds in that year stand under it from then on. */
export type PresentIndex = (examYear: string, aadhaar: string) => Promise<string>;

interface Parts {
  readonly db: Database;
  readonly sealing: AadhaarSealing;
  readonly claims: Claims;
  readonly firstHolds: FirstHolds;
}

/**
 * While the index key is rotated, whoever asks for an Aadhaar's index brings its claim and first holds from under the
 * keys before: all that follows looks in one place, and two who claim the same Aadhaar meet there.
 */
export function makePresentIndex({ db, sealing, claims, firstHolds }: Parts): PresentIndex {
  const bringUnder = async (to: string, from: string): Promise<void> => {
    if (!((await claims.exists(from)) || (await firstHolds.exists(from)))) return;
    await db.transaction(async () => {
      await claims.rename(from, to);
      await firstHolds.rename(from, to);
    });
  };

  return async (examYear, aadhaar) => {
    const index = sealing.indexOf(aadhaar);
    for (const older of sealing.olderIndexesOf(aadhaar))
      await bringUnder(aadhaarClaim(examYear, index), aadhaarClaim(examYear, older));
    return index;
  };
}
