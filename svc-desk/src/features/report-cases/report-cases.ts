import {
  COMPARTMENTAL,
  caseExportQuery,
  contactExportQuery,
  type DeskReport,
  type Examination,
  getDeskReport,
  listContacts,
  MAX_CONTACTS,
  reportRoles,
  requestContacts,
  routes,
  type StaffMember,
  toIndianDay,
} from '@archaka/contracts';
import {
  type AuthenticateStaff,
  businessError,
  type CallHandler,
  handleCall,
  notFound,
  ok,
  toPages,
} from '@archaka/service-kit';
import type { Router } from 'express';
import type { IndexedCase } from '../../persistence/case-rows.ts';
import type { CaseFilter } from '../../persistence/case-search.ts';
import type { VerdictCount } from '../../persistence/decision-repository.ts';
import type { NameOf } from '../../persistence/staff-repository.ts';
import type { Dependencies } from '../dependencies.ts';
import { toActor } from '../sign-in/sign-in.ts';
import { type Cell, registerSpreadsheetRoute } from './spreadsheet-route.ts';

const PAYMENTS = { S: 'paid', F: 'failed', C: 'cancelled', '': 'pending' } as const;

const COLUMNS = [
  'application_id',
  'examination',
  'exam_type',
  'regular_or_compartmental',
  'district',
  'submitted_on',
  'version',
  'payment',
  'scrutiny',
  'attendance',
];

const toRow = (row: IndexedCase, { exam_types }: Examination, attendance = ''): Cell[] => [
  row._id,
  row.examine_year,
  exam_types.find(({ id }) => id === row.exam_type)?.name ?? row.exam_type,
  row.exam_regular === COMPARTMENTAL ? 'compartmental' : 'regular',
  row.district_name,
  toIndianDay(row.submitted_at),
  row.version,
  PAYMENTS[row.payment_status],
  row.scrutiny,
  attendance,
];

/** Of the current examination unless another year is chosen, as the counts of the page. */
const toFilter = (
  { examine_year, ...facets }: CaseFilter,
  { districts }: StaffMember,
  examination: Examination,
): CaseFilter => ({
  ...facets,
  examine_year: examine_year ?? examination.examine_year,
  ...(districts && { districts }),
});

/** Applications whose attendance is read together. */
const ATTENDANCE_PAGE = 500;

async function* toRows(
  cases: AsyncIterable<IndexedCase>,
  { attendance, examination }: Pick<Dependencies, 'attendance' | 'examination'>,
) {
  yield COLUMNS;
  for await (const page of toPages(cases, ATTENDANCE_PAGE)) {
    const states = await attendance.findStates(page);
    for (const row of page) yield toRow(row, examination, states.get(row._id));
  }
}

/** Streams the applications of some facets, without personal data. */
export const registerExportRoute = (
  router: Router,
  { caseSearch, attendance, audit, examination }: Dependencies,
  authenticateStaff: AuthenticateStaff,
): void =>
  registerSpreadsheetRoute(router, authenticateStaff, {
    path: routes.exportCases.path,
    roles: reportRoles,
    query: caseExportQuery,
    open: async ({ query, member, format }) => {
      const filter = toFilter(query, member, examination);
      await audit.record({
        action: 'cases.exported',
        actor: toActor(member.id),
        detail: { format, rows: await caseSearch.count(filter) },
      });
      return { name: 'applications', rows: toRows(caseSearch.stream(filter), { attendance, examination }) };
    },
  });

/** Of svc-application, which records each application of a page. */
const CONTACTS_PAGE = 100;

async function* toContactRows(
  cases: AsyncIterable<IndexedCase>,
  { services, examination }: Pick<Dependencies, 'services' | 'examination'>,
  request: { readonly staff_id: string; readonly reason: string },
) {
  yield ['name', 'mobile_number', ...COLUMNS.slice(0, -1)];
  for await (const page of toPages(cases, CONTACTS_PAGE)) {
    const application_ids = page.map(({ _id }) => _id);
    const { data = [] } = await services.call(listContacts, { ...request, application_ids });
    const contacts = new Map(data.map((contact) => [contact.application_id, contact]));
    for (const row of page) {
      const contact = contacts.get(row._id);
      if (contact) yield [contact.name, contact.number, ...toRow(row, examination).slice(0, -1)];
    }
  }
}

/** Stores the request for one download, so that its reason is in no address. */
export const createRequestContactsHandler = ({
  caseSearch,
  challenges,
  audit,
  examination,
}: Dependencies): CallHandler =>
  handleCall(requestContacts, {
    handle: async ({ body: { reason, ...facets }, staff: member }) => {
      const { id: staffId } = member;
      const filter = toFilter(facets, member, examination);
      const rows = await caseSearch.count(filter, MAX_CONTACTS + 1);
      if (rows > MAX_CONTACTS) return businessError(420);
      await audit.record({
        action: 'contacts.requested',
        actor: toActor(staffId),
        detail: { rows },
        why: reason,
      });
      return ok({ data: [{ token: await challenges.add('contacts', { staffId, filter, reason }) }] });
    },
  });

/** Streams the applications of a request with names and mobile numbers. */
export const registerContactsRoute = (
  router: Router,
  { caseSearch, challenges, services, audit, examination }: Dependencies,
  authenticateStaff: AuthenticateStaff,
): void =>
  registerSpreadsheetRoute(router, authenticateStaff, {
    path: routes.exportContacts.path,
    roles: requestContacts.roles,
    query: contactExportQuery,
    open: async ({ query: { token }, member, format }) => {
      const request = await challenges.remove('contacts', token);
      if (request?.staffId !== member.id) throw notFound();
      const { filter, reason } = request;
      await audit.record({
        action: 'contacts.exported',
        actor: toActor(member.id),
        detail: { format, rows: await caseSearch.count(filter) },
        why: reason,
      });
      const listed = { staff_id: member.id, reason };
      return {
        name: 'applications-with-numbers',
        rows: toContactRows(caseSearch.stream(filter), { services, examination }, listed),
      };
    },
  });

function toClerks(counts: readonly VerdictCount[], nameOf: NameOf): DeskReport['clerks'] {
  const ids = [...new Set(counts.map(({ staff_id }) => staff_id))];
  const find = (id: string, verdict: string) =>
    counts.find((each) => each.staff_id === id && each.verdict === verdict)?.count ?? 0;
  return ids
    .map((id) => ({
      staff_id: id,
      name: nameOf(id),
      accepted: find(id, 'accepted'),
      correction: find(id, 'correction'),
      rejected: find(id, 'rejected'),
    }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

export const createReportHandler = ({
  cases,
  caseCounts,
  decisions,
  staff,
  examination,
}: Dependencies): CallHandler =>
  handleCall(getDeskReport, {
    handle: async ({ body: { examine_year = examination.examine_year }, staff: { districts } }) => {
      const [{ groups, days }, verdicts, behind] = await Promise.all([
        caseCounts.report(examine_year, districts),
        decisions.countByClerk(examine_year, districts),
        cases.countBehind(),
      ]);
      const nameOf = await staff.findNames(verdicts.map(({ staff_id }) => staff_id));
      return ok({ data: [{ groups, days, clerks: toClerks(verdicts, nameOf), behind }] });
    },
  });
