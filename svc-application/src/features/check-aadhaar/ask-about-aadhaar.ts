import { indianDay } from '@archaka/contracts';
import { tooMany } from '@archaka/service-kit';
import type { AskedAadhaars } from '../../store/asked-aadhaars.ts';

/** 20 different ones a user and day: interfaces.md, Limits. */
const DIFFERENT_A_DAY = 20;

/** When the Indian day that `now` falls into is over. */
const endOfDay = (now: Date): Date =>
  new Date(Date.parse(`${indianDay(now)}T00:00:00+05:30`) + 24 * 60 * 60 * 1000);

/**
 * Lets a user ask whether an Aadhaar is taken: the same one as often as they like.
 * @throws Refusal 429 until the Indian day is over, once they were too many.
 */
export async function askAboutAadhaar(
  asked: AskedAadhaars,
  { userId, aadhaarIndex }: { userId: string; aadhaarIndex: string },
): Promise<void> {
  const now = new Date();
  const endsAt = endOfDay(now);
  const question = { userId, aadhaarIndex, day: indianDay(now), endsAt, limit: DIFFERENT_A_DAY };
  if (!(await asked.mayAsk(question))) throw tooMany((endsAt.getTime() - now.getTime()) / 1000);
}
