import { type Column, RecordTable, Sentence, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { countText } from './labels.ts';

interface TableFault<Reason extends string> {
  readonly row: number;
  readonly column: string;
  readonly reason: Reason;
  readonly value: string;
}

interface TableFaultsProps<Reason extends string> {
  /** The first of them. */
  faults: readonly TableFault<Reason>[];
  count: number;
  reasons: Readonly<Record<Reason, Word>>;
  open: boolean;
}

const caption: Word = msg`Faults`;

/** The faults of an uploaded table in words. */
export function TableFaults<Reason extends string>({
  faults,
  count: all,
  reasons,
  open,
}: TableFaultsProps<Reason>) {
  const [shown, count] = [countText(faults.length), countText(all)];
  const columns: readonly Column<TableFault<Reason>>[] = [
    { id: 'row', label: msg`Row`, cell: ({ row }) => row },
    { id: 'column', label: msg`Column`, cell: ({ column }) => <span translate="no">{column}</span> },
    { id: 'value', label: msg`Value`, cell: ({ value }) => value },
    { id: 'reason', label: msg`Fault`, cell: ({ reason }) => <Sentence word={reasons[reason]} /> },
  ];
  return (
    <details className="more desk-table" open={open}>
      <summary>
        <Sentence
          word={all > faults.length ? msg`The first ${shown} of ${count} faults` : msg`Faults: ${count}`}
        />
      </summary>
      <RecordTable
        caption={caption}
        columns={columns}
        rows={faults}
        keyOf={({ row, column, reason, value }) => [row, column, reason, value].join()}
      />
    </details>
  );
}
