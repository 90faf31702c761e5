import type { StoredKind } from '@archaka/contracts/calls';
import { RecordTable } from '@archaka/platform';
import { Paragraph, Sentence, type Word } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { kindMessages } from './kind-messages.ts';
import { useRetentionQuery } from './my-data-api.ts';
import { toPeriodText } from './period-text.ts';
import { Loaded, Section } from './section.tsx';

const title = msg`What the portal stores`;
const explanation = msg`All of it is deleted by itself when its time is over.`;
const what = msg`What is stored`;
const howLong = msg`How long`;
const why = msg`Why`;

const startingPoints: Readonly<Record<string, Word>> = {
  storing: msg`from when it was stored`,
  'last-use': msg`from its last use`,
  closing: msg`from the closing of the applications`,
  'closing-or-saving': msg`from the closing of the applications, or from the last saving when that is later`,
  'closing-or-payment': msg`from the closing of the applications, or from the last change of the payment when that is later`,
  examination: msg`from the day of the examination, or from the closing when that is later`,
};

function HowLong({ row }: { row: StoredKind }) {
  const start = row.period === null ? undefined : startingPoints[row.counted_from];
  return (
    <>
      <Sentence word={toPeriodText(row)} />
      {start && (
        <>
          {' '}
          <Sentence word={start} />
        </>
      )}
    </>
  );
}

const toWhat = ({ kind, what: text }: StoredKind): Word => kindMessages[kind]?.what ?? { te: text, en: text };
const toWhy = ({ kind, reason }: StoredKind): Word => kindMessages[kind]?.why ?? { te: reason, en: reason };

const columns = [
  { id: 'what', label: what, cell: (row: StoredKind) => <Sentence word={toWhat(row)} /> },
  { id: 'how-long', label: howLong, cell: (row: StoredKind) => <HowLong row={row} /> },
  { id: 'why', label: why, cell: (row: StoredKind) => <Sentence word={toWhy(row)} /> },
];

export function StoredKinds() {
  const query = useRetentionQuery(undefined);
  return (
    <Section title={title}>
      <Paragraph word={explanation} />
      <Loaded query={query}>
        {(rows) => (
          <RecordTable
            caption={title}
            columns={columns}
            rows={rows.filter(({ kind }) => kind in kindMessages)}
            keyOf={({ kind }) => kind}
          />
        )}
      </Loaded>
    </Section>
  );
}
