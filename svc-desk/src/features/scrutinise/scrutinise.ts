import { randomUUID } from 'node:crypto';
import {
  decideCase,
  getScrutinyQueues,
  getScrutinyRules,
  releaseCase,
  type ScrutinyRules,
  type ScrutinyVerdict,
  type StaffMember,
  scrutinyDecided,
  startCase,
  startNextCase,
} from '@archaka/contracts';
import {
  businessError,
  type CallHandler,
  conflict,
  handleCall,
  invalid,
  notFound,
  ok,
  WriteConflict,
} from '@archaka/service-kit';
import { decideNextStep, mayDecide } from '../../domain/scrutiny.ts';
import { type ClerkScope, type IndexedCase, isLeasedBy } from '../../persistence/case-repository.ts';
import type { Decision } from '../../persistence/decision-repository.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeCase, findOwnCase } from '../read-case/read-case.ts';
import { toActor } from '../sign-in/sign-in.ts';

const toScope = ({ id, roles, districts }: StaffMember): ClerkScope => ({
  staffId: id,
  isSenior: roles.includes('senior-clerk'),
  districts,
});

const toClerk = ({ id, name }: StaffMember) => ({ staffId: id, name });

const INDIA = 'Asia/Kolkata';
const DAY_MS = 86_400_000;

/** yyyy-mm-dd in India. */
const toLastDay = (now: Date, days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: INDIA }).format(new Date(now.getTime() + days * DAY_MS));

/** @throws HttpProblem 400 unless each reason is one of the verdict's, and a verdict that needs one has it */
function assertReasons(
  { reasons: listed }: ScrutinyRules,
  { verdict, reasons }: { readonly verdict: ScrutinyVerdict; readonly reasons: Decision['reasons'] },
): void {
  const fail = (message: string): never => {
    throw invalid([{ field: 'reasons', message }]);
  };
  if (verdict !== 'accepted' && reasons.length === 0) fail('Name at least one reason');
  if (verdict === 'accepted' && reasons.length > 0) fail('An accepted case has no reasons');
  for (const { id, note } of reasons) {
    const reason = listed.find((each) => each.id === id && each.verdict === verdict);
    if (!reason) fail('This reason is not in the list');
    if (reason?.needs_note && note.trim() === '') fail('This reason needs a note');
  }
}

/** Rolls back the transaction. */
class Undecided extends Error {
  override readonly name = 'Undecided';
  readonly status: 420 | 421;
  constructor(status: 420 | 421) {
    super();
    this.status = status;
  }
}

/** Stores the decision and the case's next step, and publishes a final verdict, in one transaction. */
async function decide(
  { db, audit, events, cases, decisions }: Dependencies,
  row: IndexedCase,
  rules: ScrutinyRules,
  given: Pick<Decision, 'verdict' | 'reasons' | 'note'>,
  member: StaffMember,
) {
  const { _id: applicationId, user_id: userId, examine_year, district_id, version, look } = row;
  const earlier = (await decisions.list(applicationId)).filter((each) => each.version === version);
  if (!mayDecide({ look, decisions: earlier }, member)) throw new Undecided(421);
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
  await db.transaction(async () => {
    if (!(await decisions.add(decision))) throw new Undecided(421);
    const isDecided = await cases.decide(row, {
      scrutiny: step.scrutiny,
      look: step.look,
      isWaiting: !step.isFinal,
      isRejected: look === 1 && given.verdict === 'rejected',
    });
    if (!isDecided) throw new WriteConflict();
    await audit.record({
      action: 'case.decided',
      actor: toActor(member.id),
      subject: { applicationId, userId },
      detail: { verdict: given.verdict, version, look },
    });
    if (!step.isFinal) return;
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
  });
  return step.scrutiny;
}

const createDecideHandler = (deps: Dependencies): CallHandler =>
  handleCall(decideCase, {
    load: async ({ body: { application_id }, staff: member }) =>
      typeof application_id === 'string' && application_id
        ? findOwnCase(deps, application_id, member)
        : undefined,
    handle: async ({ body: { version, application_id: _id, ...given }, state: row, staff: member }) => {
      const rules = deps.examination.scrutiny;
      if (!row || !rules) throw notFound();
      assertReasons(rules, given);
      if (row.version !== version) throw conflict('The applicant has changed the application.');
      if (!row.waiting_since) return businessError(421);
      if (!isLeasedBy(row, member.id)) return businessError(420);
      try {
        return ok({ data: [{ scrutiny: await decide(deps, row, rules, given, member) }] });
      } catch (error) {
        if (error instanceof Undecided) return businessError(error.status);
        if (error instanceof WriteConflict) throw conflict('The case has changed: open it again.');
        throw error;
      }
    },
  });

export function createScrutinyHandlers(deps: Dependencies): CallHandler[] {
  const { audit, cases, examination } = deps;

  async function describeStarted(row: IndexedCase, member: StaffMember) {
    await audit.record({
      action: 'case.started',
      actor: toActor(member.id),
      subject: { applicationId: row._id, userId: row.user_id },
    });
    return ok({ data: [await describeCase(deps, row, member)] });
  }

  return [
    handleCall(getScrutinyQueues, {
      handle: async ({ staff: member }) => {
        const queues = await cases.listQueues(member.districts);
        return ok({
          data: queues.map(({ oldest_at, ...queue }) => ({
            ...queue,
            oldest_at: oldest_at?.toISOString() ?? null,
          })),
        });
      },
    }),

    handleCall(getScrutinyRules, {
      handle: async () => ok({ data: examination.scrutiny ? [examination.scrutiny] : [] }),
    }),

    handleCall(startNextCase, {
      handle: async ({ body: { without, ...filter }, staff: member }) => {
        const row = await cases.leaseNext(toClerk(member), { scope: toScope(member), filter, without });
        return row ? describeStarted(row, member) : ok({ data: [] });
      },
    }),

    handleCall(startCase, {
      handle: async ({ body: { application_id, take_over }, staff: member }) => {
        const row = await findOwnCase(deps, application_id, member);
        const options = { scope: toScope(member), replacesClerk: take_over };
        const leased = await cases.lease(application_id, toClerk(member), options);
        if (leased) return describeStarted(leased, member);
        const isHeld = row.clerk && row.clerk.until > new Date() && !isLeasedBy(row, member.id);
        return businessError(isHeld && row.waiting_since ? 420 : 421);
      },
    }),

    handleCall(releaseCase, {
      handle: async ({ body: { application_id }, staff: member }) => {
        if (await cases.release(application_id, member.id))
          await audit.record({
            action: 'case.released',
            actor: toActor(member.id),
            subject: { applicationId: application_id },
          });
        return ok();
      },
    }),

    createDecideHandler(deps),
  ];
}
