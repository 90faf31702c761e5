import { DAY_MS, toIndianDay, toIndianInstant } from './dates.ts';

interface Result {
  /** ISO 8601. */
  readonly published_at: string;
}

interface RevaluationRules {
  readonly days: number;
}

/** yyyy-mm-dd in India. */
export const findLastRevaluationDay = ({ published_at }: Result, { days }: RevaluationRules): string =>
  toIndianDay(new Date(Date.parse(published_at) + days * DAY_MS));

/** Whether a revaluation can be requested, until its last day ends in India; never without rules. */
export const isRevaluationOpen = (result: Result, rules: RevaluationRules | undefined, now: Date): boolean =>
  rules !== undefined && now < toIndianInstant(findLastRevaluationDay(result, rules), { hour: 24 });
