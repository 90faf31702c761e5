/** A row of an uploaded table, as it stands there. */
export type TableRow<Column extends string> = Readonly<Record<Column, string>> & {
  /** As in a spreadsheet: the heading is row 1. */
  readonly row: number;
  /** It has as many columns as the heading. */
  readonly isWhole: boolean;
};

const MAX_VALUE = 40;

export const toFault = <Column extends string, Reason extends string>(
  row: TableRow<Column>,
  column: Column,
  reason: Reason,
) => ({ row: row.row, column, reason, value: String(row[column]).slice(0, MAX_VALUE) });

/** How many faults of a table are shown. */
export const SHOWN_FAULTS = 100;
