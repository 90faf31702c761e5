import { hash } from 'node:crypto';
import type { ScrutinyRules, ScrutinyState, ScrutinyVerdict, StaffRole } from '@archaka/contracts';

/**
 * 1: any clerk; 2: another one, who does not see the first decision; 3: a senior clerk, who sees both; 4: a senior
 * clerk after the applicant's appeal.
 */
export type Look = 1 | 2 | 3 | 4;

export interface LookDecision {
  readonly look: Look;
  readonly verdict: ScrutinyVerdict;
  readonly staffId: string;
}

export interface ScrutinyStep {
  readonly scrutiny: ScrutinyState;
  readonly look: Look;
  /** Whether the verdict is final, so that the applicant learns it. */
  readonly isFinal: boolean;
}

/** The same cases for each call, spread evenly over ids. */
export function isSampled(applicationId: string, version: number, percent: number): boolean {
  const number = Number.parseInt(hash('sha256', `${applicationId} ${version}`).slice(0, 8), 16);
  return number % 100 < percent;
}

interface DecisionContext {
  readonly applicationId: string;
  readonly version: number;
  readonly look: Look;
  /** Of the first look. */
  readonly first: LookDecision | undefined;
  readonly roles: readonly StaffRole[];
  readonly rules: Pick<ScrutinyRules, 'second_look_percent'>;
}

/** A rejection needs a senior clerk besides the first one; clerks who disagree leave the case to a senior clerk. */
export function decideNextStep(verdict: ScrutinyVerdict, context: DecisionContext): ScrutinyStep {
  const { applicationId, version, look, first, roles, rules } = context;
  const toSecondLook = { scrutiny: 'second-look', look: 2, isFinal: false } as const;
  const toFinal = { scrutiny: verdict, look, isFinal: true } as const;
  if (look === 1) {
    const isSecondNeeded =
      verdict === 'rejected' ||
      (verdict === 'accepted' && isSampled(applicationId, version, rules.second_look_percent));
    return isSecondNeeded ? toSecondLook : toFinal;
  }
  const isSettled = look >= 3 || roles.includes('senior-clerk') || verdict === first?.verdict;
  return isSettled ? toFinal : { scrutiny: 'second-look', look: 3, isFinal: false };
}

/** Whether a member of the staff may decide the look of a case. */
export function mayDecide(
  { look, decisions }: { readonly look: Look; readonly decisions: readonly LookDecision[] },
  { id, roles }: { readonly id: string; readonly roles: readonly StaffRole[] },
): boolean {
  if (decisions.some(({ staffId }) => staffId === id)) return false;
  const needsSenior = look >= 3 || (look === 2 && decisions[0]?.verdict === 'rejected');
  return !needsSenior || roles.includes('senior-clerk');
}
