import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StaffMember, StaffRole } from '@archaka/contracts';
import { type AuthenticateStaff, forbidden, invalid, notFound, tooMany } from '@archaka/service-kit';
import { stringify } from 'csv-stringify';
import type { Router } from 'express';
import type * as z from 'zod';
import { type Cell, writeXlsx } from './xlsx.ts';

type Rows = AsyncIterable<readonly Cell[]>;
type WriteRows = (rows: Rows, out: Writable) => Promise<void>;

/** The byte order mark makes spreadsheets read UTF-8. */
const writeCsv: WriteRows = (rows, out) =>
  pipeline(rows, stringify({ bom: true, escape_formulas: true }), out);

const formats: Readonly<Record<string, { readonly type: string; readonly write: WriteRows }>> = {
  csv: { type: 'text/csv; charset=utf-8', write: writeCsv },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: writeXlsx },
};

/** Of one member of the staff at a time. Seconds until another try. */
const RETRY_S = 30;

interface SpreadsheetOptions<Query extends z.ZodType> {
  /** With the parameter `format`. */
  readonly path: string;
  readonly roles: readonly StaffRole[];
  readonly query: Query;
  /** The heading and the rows, once the download is recorded. */
  readonly open: (input: {
    readonly query: z.output<Query>;
    readonly member: StaffMember;
    readonly format: string;
  }) => Promise<{ readonly name: string; readonly rows: Rows }>;
}

/** Streams a table to members of the staff with one of the roles; a failure ends it before its end. */
export function registerSpreadsheetRoute<Query extends z.ZodType>(
  router: Router,
  authenticateStaff: AuthenticateStaff,
  { path, roles, query: schema, open }: SpreadsheetOptions<Query>,
): void {
  const exporting = new Set<string>();

  router.get(path, async (request, response) => {
    const member = await authenticateStaff(request);
    if (!member.roles.some((role) => roles.includes(role)))
      throw forbidden('Your roles do not include this list.');
    const name = String(request.params.format);
    const format = formats[name];
    if (!format) throw notFound();
    const query = schema.safeParse(request.query);
    if (!query.success) throw invalid([{ field: 'query', message: 'A facet is wrong' }]);
    if (exporting.has(member.id)) throw tooMany(RETRY_S);
    exporting.add(member.id);
    try {
      const table = await open({ query: query.data, member, format: name });
      response.set({
        'content-type': format.type,
        'content-disposition': `attachment; filename="${table.name}.${name}"`,
        'cache-control': 'private, no-store',
      });
      await format.write(table.rows, response).catch(() => response.destroy());
    } finally {
      exporting.delete(member.id);
    }
  });
}
