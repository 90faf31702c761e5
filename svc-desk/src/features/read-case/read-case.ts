import { randomUUID } from 'node:crypto';
import {
  type ApplicationRecord,
  type AttendanceEntry,
  addCaseNote,
  type CaseDecision,
  type CaseNote,
  type CaseSummary,
  type DeskCase,
  findCases,
  getCase,
  readCase,
  readCases,
  revealCase,
  routes,
  type StaffMember,
} from '@archaka/contracts';
import {
  type AuthenticateStaff,
  type CallHandler,
  forbidden,
  handleCall,
  notFound,
  ok,
  type ServiceClient,
  type SignedInMember,
} from '@archaka/service-kit';
import type { Router } from 'express';
import type { AttendanceRow } from '../../persistence/attendance-repository.ts';
import type { IndexedCase } from '../../persistence/case-rows.ts';
import type { Decision } from '../../persistence/decision-repository.ts';
import type { Note } from '../../persistence/note-repository.ts';
import type { NameOf } from '../../persistence/staff-repository.ts';
import type { Dependencies } from '../dependencies.ts';
import { listAuthors, toWireGrievance } from '../help-applicant/wire-grievance.ts';
import { toActor } from '../sign-in/sign-in.ts';

export const maskNumber = (number: string): string => `******${number.slice(-4)}`;

const toSummary = (
  row: IndexedCase,
  record: Pick<CaseSummary, 'name'> & { number: string },
  now: Date,
): CaseSummary => ({
  application_id: row._id,
  name: record.name,
  number_masked: maskNumber(record.number),
  exam_type: row.exam_type,
  exam_regular: row.exam_regular,
  district_id: row.district_id,
  district_name: row.district_name,
  payment_status: row.payment_status,
  submitted_at: row.submitted_at.toISOString(),
  version: row.version,
  scrutiny: row.scrutiny,
  ...(row.clerk &&
    row.clerk.until > now && {
      lease: { staff_id: row.clerk.staff_id, name: row.clerk.name, until: row.clerk.until.toISOString() },
    }),
});

/** By application id; without those that svc-application has deleted meanwhile. */
export async function readRecords(
  { services }: { readonly services: Pick<ServiceClient, 'call'> },
  rows: readonly IndexedCase[],
): Promise<ReadonlyMap<string, ApplicationRecord>> {
  if (rows.length === 0) return new Map();
  const { data = [] } = await services.call(readCases, { application_ids: rows.map(({ _id }) => _id) });
  return new Map(data.map(({ record }) => [record.application_id, record]));
}

/** In their order. */
export async function summarise(
  deps: Pick<Dependencies, 'services'>,
  rows: readonly IndexedCase[],
): Promise<CaseSummary[]> {
  const records = await readRecords(deps, rows);
  const now = new Date();
  return rows.flatMap((row) => {
    const record = records.get(row._id);
    return record ? [toSummary(row, record, now)] : [];
  });
}

const toWireDecision = (
  { id, version, verdict, reasons, note, staffId, at, lastDay }: Decision,
  nameOf: NameOf,
): CaseDecision => ({
  id,
  version,
  verdict,
  reasons: [...reasons],
  note,
  by: nameOf(staffId),
  at: at.toISOString(),
  ...(lastDay && { last_day: lastDay }),
});

/** The second clerk decides without the first decision; a senior clerk who settles a difference sees both. */
const isVisible = ({ version, look }: Decision, row: IndexedCase): boolean =>
  row.scrutiny !== 'second-look' || row.look !== 2 || version !== row.version || look !== 1;

/** Whose notes would tell the second clerk the first decision. */
const isFirstDecider = (staffId: string, { scrutiny, look, deciders = [] }: IndexedCase): boolean =>
  scrutiny === 'second-look' && look === 2 && deciders.includes(staffId);

const toWireNote = ({ id, text, staffId, at }: Note, nameOf: NameOf): CaseNote => ({
  id,
  text,
  by: nameOf(staffId),
  at: at.toISOString(),
});

const toWireEntries = (entries: AttendanceRow['entries'], nameOf: NameOf): AttendanceEntry[] =>
  entries.toReversed().map(({ state, hall, noted_at, staff_id, at }) => ({
    state,
    hall,
    noted_at: noted_at.toISOString(),
    by: nameOf(staff_id),
    at: at.toISOString(),
  }));

const mayRead = ({ districts }: StaffMember, { district_id }: Pick<IndexedCase, 'district_id'>): boolean =>
  !districts || districts.includes(district_id);

/** A case that the member opens or acts on; one with a number of their own is recorded. @throws HttpProblem 404, and 403 for another district */
export async function findOwnCase(
  { audit, cases }: Pick<Dependencies, 'audit' | 'cases'>,
  id: string,
  member: SignedInMember,
): Promise<IndexedCase> {
  const row = await cases.find(id);
  if (!row) throw notFound();
  if (!mayRead(member, row)) throw forbidden('This case belongs to another district.');
  if (member.ownNumbers.includes(row.number_token))
    await audit.record({
      action: 'case.own-number',
      actor: toActor(member.id),
      subject: { applicationId: id, userId: row.user_id },
    });
  return row;
}

/** @throws HttpProblem 403 */
export function assertNotOwnNumber(
  { number_token }: IndexedCase,
  { ownNumbers }: Pick<SignedInMember, 'ownNumbers'>,
): void {
  if (ownNumbers.includes(number_token))
    throw forbidden('The application has a mobile number of yours: somebody else decides it.');
}

const MASKED = '…';

/** Personal fields masked; read for this member, which svc-application records. @throws HttpProblem 404 */
export async function describeCase(
  deps: Dependencies,
  row: IndexedCase,
  member: StaffMember,
): Promise<DeskCase> {
  const { services, decisions, notes, grievances, attendance, staff } = deps;
  const [{ data = [] }, known, written, complaints, noted] = await Promise.all([
    services.call(readCase, { application_id: row._id, staff_id: member.id }),
    decisions.list(row._id),
    notes.list(row._id),
    grievances.listByCase(row),
    attendance.find(row),
  ]);
  const [found] = data;
  if (!found) throw notFound();
  const { record, versions } = found;
  const [nameOf, { data: ofNumber = [] }] = await Promise.all([
    staff.findNames([
      ...known.map(({ staffId }) => staffId),
      ...written.map(({ staffId }) => staffId),
      ...complaints.flatMap(listAuthors),
      ...(noted?.entries ?? []).map(({ staff_id }) => staff_id),
    ]),
    services.call(findCases, { number: record.number }),
  ]);
  return {
    summary: { ...toSummary(row, record, new Date()), version: record.version },
    record: { ...record, number: maskNumber(record.number), postal_address: MASKED },
    versions,
    decisions: known
      .filter((decision) => isVisible(decision, row))
      .map((each) => toWireDecision(each, nameOf)),
    notes: written
      .filter(({ staffId }) => !isFirstDecider(staffId, row))
      .map((note) => toWireNote(note, nameOf)),
    grievances: complaints.map((complaint) => toWireGrievance(complaint, nameOf)),
    ...(noted && { attendance: { state: noted.state, entries: toWireEntries(noted.entries, nameOf) } }),
    related: ofNumber.map(({ application_id }) => application_id).filter((id) => id !== row._id),
  };
}

export function createReadCaseHandlers(deps: Dependencies): CallHandler[] {
  const { db, services, audit, notes } = deps;
  return [
    handleCall(getCase, {
      handle: async ({ body: { application_id }, staff: member }) => {
        const row = await findOwnCase(deps, application_id, member);
        await audit.record({
          action: 'case.read',
          actor: toActor(member.id),
          subject: { applicationId: application_id, userId: row.user_id },
        });
        return ok({ data: [await describeCase(deps, row, member)] });
      },
    }),
    handleCall(addCaseNote, {
      handle: async ({ body: { application_id: applicationId, text }, staff: member }) => {
        const { user_id: userId } = await findOwnCase(deps, applicationId, member);
        const note = {
          id: randomUUID(),
          applicationId,
          userId,
          staffId: member.id,
          text,
          at: new Date(),
        };
        await db.transaction(async () => {
          await notes.add(note);
          await audit.record({
            action: 'case.noted',
            actor: toActor(member.id),
            subject: { applicationId, userId },
          });
        });
        return ok({ data: [toWireNote(note, () => member.name)] });
      },
    }),
    handleCall(revealCase, {
      handle: async ({ body: { application_id, reason }, staff: member }) => {
        const row = await findOwnCase(deps, application_id, member);
        await audit.record({
          action: 'case.revealed',
          actor: toActor(member.id),
          subject: { applicationId: application_id, userId: row.user_id },
          why: reason,
        });
        const { data = [] } = await services.call(readCase, { application_id, staff_id: member.id, reason });
        const [found] = data;
        if (!found) throw notFound();
        const { number, postal_address, dob } = found.record;
        return ok({ data: [{ number, postal_address, dob }] });
      },
    }),
  ];
}

/** A paper as svc-application stores it. It must not run scripts in a browser or remain in its cache. */
export function registerCasePaperRoute(
  router: Router,
  deps: Dependencies,
  authenticateStaff: AuthenticateStaff,
): void {
  router.get(routes.getCasePaper.path, async (request, response) => {
    const member = await authenticateStaff(request);
    const { application_id: applicationId = '', id = '' } = request.params;
    const row = await findOwnCase(deps, String(applicationId), member);
    await deps.audit.record({
      action: 'paper.read',
      actor: toActor(member.id),
      subject: { applicationId: row._id, userId: row.user_id },
      detail: { paper: String(id) },
    });
    const path = `/internal/cases/${encodeURIComponent(row._id)}/papers/${encodeURIComponent(String(id))}/for/${encodeURIComponent(member.id)}`;
    const { type, content } = await deps.services.get('application', path);
    response.set({
      'content-type': type,
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'self'",
      'cache-control': 'private, no-store',
    });
    response.end(content);
  });
}
