import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StaffMember, StaffRole } from '@archaka/contracts';
import { type AuthenticateStaff, notFound } from '@archaka/service-kit';
import { TextReader, ZipWriter } from '@zip.js/zip.js';
import { stringify } from 'csv-stringify';
import type { Router } from 'express';
import type * as z from 'zod';
import { registerDownloadRoute } from '../download-route.ts';

export type Cell = string | number;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The parts of a workbook with one sheet (ECMA-376, part 1, section 12), except for the sheet. */
const WORKBOOK_PARTS: readonly { readonly name: string; readonly text: string }[] = [
  {
    name: '[Content_Types].xml',
    text: `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SPREADSHEET}.worksheet+xml"/></Types>`,
  },
  {
    name: '_rels/.rels',
    text: `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  },
  {
    name: 'xl/workbook.xml',
    text: `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Applications" sheetId="1" r:id="r1"/></sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    text: `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  },
];

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Without the characters that XML does not allow. */
const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>]/g, (each) => ENTITIES[each] ?? each);

/** Text is an inline string, which is never read as a formula. */
const toCell = (value: Cell): string =>
  typeof value === 'number'
    ? `<c><v>${value}</v></c>`
    : `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;

async function* toSheet(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(`${XML}<worksheet xmlns="${MAIN}"><sheetData>`);
  for await (const row of rows) yield encoder.encode(`<row>${row.map(toCell).join('')}</row>`);
  yield encoder.encode('</sheetData></worksheet>');
}

/** Writes a workbook with one sheet while its rows are read. */
export async function writeXlsx(rows: AsyncIterable<readonly Cell[]>, out: Writable): Promise<void> {
  const zip = new ZipWriter(Writable.toWeb(out), { useWebWorkers: false });
  for (const { name, text } of WORKBOOK_PARTS) await zip.add(name, new TextReader(text));
  const sheet = Readable.from(toSheet(rows));
  try {
    await zip.add('xl/worksheets/sheet1.xml', Readable.toWeb(sheet));
    await zip.close();
  } finally {
    // zip.js does not cancel what it stops reading.
    sheet.destroy();
  }
}

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
