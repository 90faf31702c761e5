import { randomUUID } from 'node:crypto';
import {
  DAY_MS,
  type ScrutinyRules,
  type ScrutinyState,
  type StaffMember,
  scrutinyDecided,
  toIndianDay,
} from '@archaka/contracts';
import { WriteConflict } from '@archaka/service-kit';
import { decideNextStep, mayDecide } from '../../domain/scrutiny.ts';
import type { IndexedCase } from '../../persistence/case-rows.ts';
import type { Decision } from '../../persistence/decision-repository.ts';
import type { Dependencies } from '../dependencies.ts';
import { toActor } from '../sign-in/sign-in.ts';

/** yyyy-mm-dd in India. */
const toLastDay = (now: Date, days: number): string => toIndianDay(new Date(now.getTime() + days * DAY_MS));

/** This look of the version is decided already, or not for this member. Rolls back the transaction. */
export class Undecided extends Error {
  override readonly name = 'Undecided';
}

/**
 * Stores the decision and the case's next step, and publishes a final verdict. Needs a transaction.
 * @throws Undecided, and WriteConflict when the case has changed since it was read
 */
export async function recordDecision(
  { audit, events, caseQueues, decisions }: Dependencies,
  row: IndexedCase,
  rules: ScrutinyRules,
  given: Pick<Decision, 'verdict' | 'reasons' | 'note'>,
  member: Pick<StaffMember, 'id' | 'roles'>,
): Promise<ScrutinyState> {
  const { _id: applicationId, user_id: userId, examine_year, district_id, version, look } = row;
  const earlier = await decisions.listOfVersion(applicationId, version);
  if (!mayDecide({ look, decisions: earlier }, member)) throw new Undecided();
  const step = decideNextStep(given.verdict, {
    applicationId,
    version,
    look,
    first: earlier.find((each) => each.look === 1),
    roles: member.roles,
    rules,
  });
  const at = new Date();
  const decision: Decision = {
    ...given,
    id: randomUUID(),
    applicationId,
    userId,
    examineYear: examine_year,
    districtId: district_id,
    version,
    look,
    staffId: member.id,
    at,
    ...(given.verdict === 'correction' && { lastDay: toLastDay(at, rules.correction_days) }),
  };
  if (!(await decisions.add(decision))) throw new Undecided();
  const isDecided = await caseQueues.decide(row, {
    scrutiny: step.scrutiny,
    look: step.look,
    isWaiting: !step.isFinal,
    isRejected: look === 1 && given.verdict === 'rejected',
    staffId: member.id,
  });
  if (!isDecided) throw new WriteConflict();
  await audit.record({
    action: 'case.decided',
    actor: toActor(member.id),
    subject: { applicationId, userId },
    detail: { verdict: given.verdict, version, look },
  });
  if (step.isFinal)
    await events.publish(scrutinyDecided, {
      application_id: applicationId,
      user_id: userId,
      decision_id: decision.id,
      version,
      verdict: given.verdict,
      reasons: [...given.reasons],
      ...(decision.lastDay && { last_day: decision.lastDay }),
      at: at.toISOString(),
    });
  return step.scrutiny;
}
