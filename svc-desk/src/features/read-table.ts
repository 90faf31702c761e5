import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parse } from 'csv-parse';
import type { TableRow } from '../domain/table.ts';

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The one that divides the heading into most columns. */
function findDelimiter(text: string): string {
  const [heading = ''] = text.split(/[\r\n]/, 1);
  const count = (delimiter: string) => heading.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}

/** Other requests are served between the pieces of a large file. */
const PIECE_LETTERS = 32_768;

async function* toPieces(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += PIECE_LETTERS) {
    await nextTurn();
    yield text.slice(start, start + PIECE_LETTERS);
  }
}

const toName = (cell: string): string => cell.toLowerCase().replaceAll(/[\s_-]+/g, '_');

/**
 * The rows of a CSV file, separated as its heading is, in UTF-8, UTF-16 or Windows-1252; other columns are left out.
 * @returns undefined when it is no table with these columns
 */
export async function readTable<Column extends string>(
  bytes: Uint8Array,
  columns: readonly Column[],
): Promise<TableRow<Column>[] | undefined> {
  const text = decode(bytes);
  const parser = Readable.from(toPieces(text)).pipe(
    parse({
      bom: true,
      delimiter: findDelimiter(text),
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      info: true,
    }),
  );
  const rows: TableRow<Column>[] = [];
  let heading: readonly string[] | undefined;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      readonly record: readonly string[];
      readonly info: { readonly lines: number };
    }>) {
      if (!heading) {
        heading = record.map(toName);
        if (columns.some((column) => !heading?.includes(column))) return undefined;
        continue;
      }
      const cells = columns.map((column) => [column, record[heading?.indexOf(column) ?? -1] ?? '']);
      rows.push({
        row: info.lines,
        isWhole: record.length === heading.length,
        ...(Object.fromEntries(cells) as Record<Column, string>),
      });
    }
  } catch {
    return undefined;
  }
  return heading && rows;
}
