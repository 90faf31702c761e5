import {
  COMPARTMENTAL,
  caseExportQuery,
  type Examination,
  reportRoles,
  routes,
  toIndianDay,
} from '@archaka/contracts';
import type { AuthenticateStaff } from '@archaka/service-kit';
import type { Router } from 'express';
import type { IndexedCase } from '../../persistence/case-repository.ts';
import type { Dependencies } from '../dependencies.ts';
import { toActor } from '../sign-in/sign-in.ts';
import { registerSpreadsheetRoute } from './spreadsheet-route.ts';
import type { Cell } from './xlsx.ts';

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

/** Applications whose attendance is read together. */
const PAGE = 500;

async function* toPages(cases: AsyncIterable<IndexedCase>): AsyncGenerator<readonly IndexedCase[]> {
  let page: IndexedCase[] = [];
  for await (const row of cases) {
    page.push(row);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  yield page;
}

async function* toRows(
  cases: AsyncIterable<IndexedCase>,
  { attendance, examination }: Pick<Dependencies, 'attendance' | 'examination'>,
) {
  yield COLUMNS;
  for await (const page of toPages(cases)) {
    const states = await attendance.findStates(page);
    for (const row of page) yield toRow(row, examination, states.get(row._id));
  }
}

/** Streams the applications of some facets, without personal data. */
export const registerExportRoute = (
  router: Router,
  { cases, attendance, audit, examination }: Dependencies,
  authenticateStaff: AuthenticateStaff,
): void =>
  registerSpreadsheetRoute(router, authenticateStaff, {
    path: routes.exportCases.path,
    roles: reportRoles,
    query: caseExportQuery,
    open: async ({ query, member, format }) => {
      const filter = { ...query, districts: member.districts };
      await audit.record({
        action: 'cases.exported',
        actor: toActor(member.id),
        detail: { format, rows: await cases.count(filter) },
      });
      return { name: 'applications', rows: toRows(cases.stream(filter), { attendance, examination }) };
    },
  });
