import {
  decideCase,
  getScrutinyQueues,
  getScrutinyRules,
  releaseCase,
  type ScrutinyRules,
  type ScrutinyVerdict,
  type StaffMember,
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
  type SignedInMember,
  WriteConflict,
} from '@archaka/service-kit';
import type { ClerkScope } from '../../persistence/case-queues.ts';
import { type IndexedCase, isLeasedBy } from '../../persistence/case-rows.ts';
import type { Decision } from '../../persistence/decision-repository.ts';
import type { Dependencies } from '../dependencies.ts';
import { assertNotOwnNumber, describeCase, findOwnCase } from '../read-case/read-case.ts';
import { toActor } from '../sign-in/sign-in.ts';
import { recordDecision, Undecided } from './record-decision.ts';

const toScope = ({ id: staffId, roles, ...member }: SignedInMember): ClerkScope => ({
  ...member,
  staffId,
  isSenior: roles.includes('senior-clerk'),
});

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

const createDecideHandler = (deps: Dependencies): CallHandler =>
  handleCall(decideCase, {
    load: async ({ body: { application_id }, staff: member }) =>
      typeof application_id === 'string' && application_id
        ? findOwnCase(deps, application_id, member)
        : undefined,
    handle: async ({ body: { version, application_id: _id, ...given }, state: row, staff: member }) => {
      const rules = deps.examination.scrutiny;
      if (!row || !rules) throw notFound();
      assertNotOwnNumber(row, member);
      assertReasons(rules, given);
      if (row.version !== version) throw conflict('The applicant has changed the application.');
      if (!row.waiting_since) return businessError(421);
      if (!isLeasedBy(row, member.id)) return businessError(420);
      try {
        const scrutiny = await deps.db.transaction(() => recordDecision(deps, row, rules, given, member));
        return ok({ data: [{ scrutiny }] });
      } catch (error) {
        if (error instanceof Undecided) return businessError(421);
        if (error instanceof WriteConflict) throw conflict('The case has changed: open it again.');
        throw error;
      }
    },
  });

export function createScrutinyHandlers(deps: Dependencies): CallHandler[] {
  const { audit, caseQueues, examination } = deps;

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
        const queues = await caseQueues.listQueues(member.districts);
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
        const row = await caseQueues.leaseNext(toScope(member), { filter, without });
        return row ? describeStarted(row, member) : ok({ data: [] });
      },
    }),

    handleCall(startCase, {
      handle: async ({ body: { application_id, take_over }, staff: member }) => {
        const row = await findOwnCase(deps, application_id, member);
        assertNotOwnNumber(row, member);
        const scope = toScope(member);
        const leased = await caseQueues.lease(application_id, scope, { replacesClerk: take_over });
        if (leased) return describeStarted(leased, member);
        const isHeld = row.clerk && row.clerk.until > new Date() && !isLeasedBy(row, member.id);
        return businessError(isHeld && row.waiting_since ? 420 : 421);
      },
    }),

    handleCall(releaseCase, {
      handle: async ({ body: { application_id }, staff: member }) => {
        if (await caseQueues.release(application_id, member.id))
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
