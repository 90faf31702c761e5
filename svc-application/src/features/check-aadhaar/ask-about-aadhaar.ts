import { indianDay } from '@archaka/contracts';
import { tooMany, type User } from '@archaka/service-kit';
import { aadhaarClaim, type Claim } from '../../domain/claim.ts';
import type { Setting } from '../setting.ts';

/** 20 different ones a user and day: interfaces.md, Limits. */
const DIFFERENT_A_DAY = 20;

/** When the Indian day that `now` falls into is over. */
const endOfDay = (now: Date): Date =>
  new Date(Date.parse(`${indianDay(now)}T00:00:00+05:30`) + 24 * 60 * 60 * 1000);

interface Question {
  readonly user: Pick<User, 'id'>;
  /** As it was given; what is no Aadhaar is not answered 421. */
  readonly aadhaar: string;
  /** Where it has been read already. */
  readonly claim?: Claim | undefined;
}

/**
 * Lets a user ask whether an Aadhaar is taken, in whichever call: the same one, and one that they hold, as often as they
 * like.
 * @throws Refusal 429 until the Indian day is over, once they were too many.
 */
export async function askAboutAadhaar(
  { stores, examination }: Setting,
  { user, aadhaar, ...known }: Question,
): Promise<void> {
  if (!/^\d{12}$/.test(aadhaar)) return;
  const aadhaarIndex = await stores.presentIndex(examination.examine_year, aadhaar);
  const key = aadhaarClaim(examination.examine_year, aadhaarIndex);
  const claim = 'claim' in known ? known.claim : (await stores.claims.find([key])).get(key);
  if (claim?.userId === user.id) return;
  const now = new Date();
  const endsAt = endOfDay(now);
  const question = {
    userId: user.id,
    aadhaarIndex,
    olderIndexes: stores.sealing.olderIndexesOf(aadhaar),
    day: indianDay(now),
    endsAt,
    limit: DIFFERENT_A_DAY,
  };
  if (!(await stores.askedAadhaars.mayAsk(question)))
    throw tooMany((endsAt.getTime() - now.getTime()) / 1000);
}
