import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  COMPARTMENTAL,
  caseExportQuery,
  type Examination,
  reportRoles,
  routes,
  toIndianDay,
} from '@archaka/contracts';
import { type AuthenticateStaff, forbidden, invalid, notFound, tooMany } from '@archaka/service-kit';
import { stringify } from 'csv-stringify';
import type { Router } from 'express';
import type { IndexedCase } from '../../persistence/case-repository.ts';
import type { Dependencies } from '../dependencies.ts';
import { toActor } from '../sign-in/sign-in.ts';
import { type Cell, writeXlsx } from './xlsx.ts';

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

type WriteRows = (rows: AsyncIterable<readonly Cell[]>, out: Writable) => Promise<void>;

/** The byte order mark makes spreadsheets read UTF-8. */
const writeCsv: WriteRows = (rows, out) =>
  pipeline(rows, stringify({ bom: true, escape_formulas: true }), out);

const formats: Readonly<Record<string, { readonly type: string; readonly write: WriteRows }>> = {
  csv: { type: 'text/csv; charset=utf-8', write: writeCsv },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: writeXlsx },
};

/** Of one member of the staff at a time. Seconds until another try. */
const RETRY_S = 30;

/** Streams the applications of some facets, without personal data. */
export function registerExportRoute(
  router: Router,
  { cases, attendance, audit, examination }: Dependencies,
  authenticateStaff: AuthenticateStaff,
): void {
  const exporting = new Set<string>();

  router.get(routes.exportCases.path, async (request, response) => {
    const member = await authenticateStaff(request);
    if (!member.roles.some((role) => reportRoles.some((each) => each === role)))
      throw forbidden('Your roles do not include reports.');
    const format = formats[request.params.format];
    if (!format) throw notFound();
    const facets = caseExportQuery.safeParse(request.query);
    if (!facets.success) throw invalid([{ field: 'query', message: 'A facet is wrong' }]);
    if (exporting.has(member.id)) throw tooMany(RETRY_S);
    exporting.add(member.id);
    try {
      const filter = { ...facets.data, districts: member.districts };
      await audit.record({
        action: 'cases.exported',
        actor: toActor(member.id),
        detail: { format: request.params.format, rows: await cases.count(filter) },
      });
      response.set({
        'content-type': format.type,
        'content-disposition': `attachment; filename="applications.${request.params.format}"`,
        'cache-control': 'private, no-store',
      });
      const rows = toRows(cases.stream(filter), { attendance, examination });
      await format.write(rows, response).catch(() => response.destroy());
    } finally {
      exporting.delete(member.id);
    }
  });
}
