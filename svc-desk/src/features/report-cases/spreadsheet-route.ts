import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StaffMember, StaffRole } from '@archaka/contracts';
import { type AuthenticateStaff, notFound } from '@archaka/service-kit';
import { stringify } from 'csv-stringify';
import type { Router } from 'express';
import type * as z from 'zod';
import { registerDownloadRoute } from '../download-route.ts';
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

/** Streams a table to members of the staff with one of the roles. */
export const registerSpreadsheetRoute = <Query extends z.ZodType>(
  router: Router,
  authenticateStaff: AuthenticateStaff,
  { open, ...options }: SpreadsheetOptions<Query>,
): void =>
  registerDownloadRoute(router, authenticateStaff, {
    ...options,
    open: async ({ query, member, parameters }) => {
      const name = String(parameters.format);
      const format = formats[name];
      if (!format) throw notFound();
      const table = await open({ query, member, format: name });
      return {
        name: `${table.name}.${name}`,
        type: format.type,
        write: (response) => format.write(table.rows, response),
      };
    },
  });
