import type { BatchCase, BatchResult, DeskBatch } from '@archaka/contracts/calls';
import {
  type Column,
  Paragraph,
  SelectField,
  Sentence,
  Text,
  useExamination,
  useNavigate,
  useSearchParams,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useRef } from 'react';
import { readBatchFilter, toBatchAddress } from '../../desk-address.ts';
import { deskApi } from '../../desk-api.ts';
import { DeskTable, Loading } from '../../desk-section.tsx';
import { toExamTypeLabel } from '../../labels.ts';
import { caseColumn, PageLinks } from '../../page-links.tsx';
import { useRowKeys } from '../../use-keys.tsx';
import { ScrutinyBadge } from '../view-case/scrutiny-badge.tsx';
import { resultLabels } from './batches.tsx';

const PAGE_SIZE = 25;

const caption: Word = msg`Cases of this batch`;
const outcome: Word = msg`Outcome`;
const all: Word = msg`All`;
const pending: Word = msg`Not decided yet`;
const nothing: Word = msg`No such case in this batch.`;

/** Names and outcomes, page by page. */
export function BatchCases({ batch: { id } }: { batch: DeskBatch }) {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const { examination } = useExamination();
  const table = useRef<HTMLDivElement>(null);
  useRowKeys(table);
  const { result, after } = readBatchFilter(parameters);
  const query = deskApi.useBatchCasesQuery({
    batch_id: id,
    ...(result && { result }),
    ...(after !== undefined && { after }),
    limit: PAGE_SIZE,
  });
  const cases = query.currentData?.data;
  const last = cases?.at(-1);
  const columns: readonly Column<BatchCase>[] = [
    caseColumn,
    { id: 'name', label: words.name, cell: ({ summary }) => summary?.name ?? '—' },
    {
      id: 'type',
      label: words.examType,
      cell: ({ summary }) => (summary ? <Text of={toExamTypeLabel(examination, summary.exam_type)} /> : '—'),
    },
    { id: 'district', label: words.district, cell: ({ summary }) => summary?.district_name ?? '—' },
    {
      id: 'outcome',
      label: outcome,
      cell: (each) => <Sentence word={each.result ? resultLabels[each.result] : pending} />,
    },
    {
      id: 'now',
      label: msg`Scrutiny`,
      cell: ({ summary }) => (summary ? <ScrutinyBadge summary={summary} /> : '—'),
    },
  ];
  return (
    <>
      <div className="facets">
        <SelectField
          name="result"
          label={outcome}
          choose={all}
          value={result ?? ''}
          onChange={({ target }) =>
            void navigate(
              toBatchAddress(id, { result: (target.value || undefined) as BatchResult | undefined }),
            )
          }
          options={Object.entries(resultLabels).map(([value, label]) => ({ value, label }))}
        />
      </div>
      {!cases && <Loading query={query} lines={5} />}
      {cases?.length === 0 && <Paragraph word={nothing} />}
      {cases && cases.length > 0 && (
        <DeskTable
          ref={table}
          caption={caption}
          columns={columns}
          rows={cases}
          keyOf={({ application_id }) => application_id}
        />
      )}
      <PageLinks
        first={after === undefined ? undefined : toBatchAddress(id, { result })}
        next={
          cases?.length === PAGE_SIZE && last
            ? toBatchAddress(id, { result, after: last.application_id })
            : undefined
        }
      />
    </>
  );
}
