import type { ReactNode } from 'react';
import { Text } from '../i18n/bilingual.tsx';
import type { Word } from '../i18n/languages.ts';
import { Value } from './card.tsx';

export interface Column<Row> {
  id: string;
  label: Word;
  cell: (row: Row, index: number) => ReactNode;
}

interface RecordTableProps<Row> {
  caption: Word;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

// biome-ignore-start lint/a11y/noRedundantRoles: Safari drops the meaning of a table that is laid out otherwise
/** A table that becomes a list of cards on narrow screens, where each cell shows its label. */
export function RecordTable<Row>({ caption, columns, rows, keyOf }: RecordTableProps<Row>) {
  return (
    <table className="records" role="table">
      <caption className="visually-hidden">
        <Text of={caption} />
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ id, label }) => (
            <th key={id} scope="col" role="columnheader">
              <Text of={label} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row, index) => (
          <tr key={keyOf(row)} role="row">
            {columns.map(({ id, label, cell }) => (
              <td key={id} role="cell" data-column={id}>
                <span className="records-label" aria-hidden="true">
                  <Text of={label} />
                </span>
                <div className="records-value">
                  <Value>{cell(row, index)}</Value>
                </div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
// biome-ignore-end lint/a11y/noRedundantRoles: see above
