import { getRevaluations, routes, type StaffMember, type WaitingRevaluation } from '@archaka/contracts/calls';
import {
  type Column,
  dateTimeText,
  Paragraph,
  Sentence,
  skipToken,
  Text,
  useExamination,
  useSearchParams,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { readRevaluationPosition, toRevaluationsAddress } from '../../desk-address.ts';
import { deskApi } from '../../desk-api.ts';
import { DeskSection, DeskTable, Loading } from '../../desk-section.tsx';
import { countText, toExamTypeLabel, toPaperLabel } from '../../labels.ts';
import { caseColumn, Downloads, PageLinks } from '../../page-links.tsx';
import { mayCall } from '../../roles.ts';

const PAGE_SIZE = 50;

const title: Word = msg`Revaluations`;
const explanation: Word = msg`Paid revaluations, those that have waited longest first. Each ends when the first mark sheet with its papers that was uploaded after the payment is published, with the same marks or others.`;
const nothing: Word = msg`No revaluation waits.`;
const toCaption = (total: number): Word => {
  const count = countText(total);
  return msg`Waiting: ${count}`;
};

function Papers({ papers }: Pick<WaitingRevaluation, 'papers'>) {
  const { examination } = useExamination();
  return (
    <ul className="plain">
      {papers.map(({ paper, marks }) => (
        <li key={paper}>
          <Text of={toPaperLabel(examination, paper)} />: {marks}
        </li>
      ))}
    </ul>
  );
}

function ExamType({ id }: { id: number }) {
  const { examination } = useExamination();
  return <Text of={toExamTypeLabel(examination, id)} />;
}

const columns: Column<WaitingRevaluation>[] = [
  {
    id: 'roll',
    label: msg`Roll number`,
    cell: ({ roll_number }) => <span translate="no">{roll_number}</span>,
  },
  { id: 'type', label: words.examType, cell: ({ exam_type }) => <ExamType id={exam_type} /> },
  { id: 'papers', label: msg`Papers and published marks`, cell: ({ papers }) => <Papers papers={papers} /> },
  { id: 'paid', label: msg`Paid`, cell: ({ paid_at }) => dateTimeText(paid_at) },
  caseColumn,
];

/** What the evaluators work off, also as a file without names. */
export function Revaluations({ member }: { member: StaffMember }) {
  const [parameters] = useSearchParams();
  const after = readRevaluationPosition(parameters);
  const isAllowed = mayCall(member, getRevaluations);
  const request = { ...(after && { after }), limit: PAGE_SIZE };
  const query = deskApi.useRevaluationsQuery(isAllowed ? request : skipToken, { refetchOnFocus: true });
  const page = query.currentData?.data?.[0];
  return (
    <DeskSection title={title} member={member} call={getRevaluations}>
      <Paragraph word={explanation} />
      {!page && <Loading query={query} lines={5} />}
      {page?.total === 0 && (
        <p role="status">
          <Sentence word={nothing} />
        </p>
      )}
      {page && page.total > 0 && (
        <>
          <DeskTable
            caption={toCaption(page.total)}
            columns={columns}
            rows={page.revaluations}
            keyOf={({ application_id }) => application_id}
          />
          <p className="row">
            <Downloads address={routes.exportRevaluations.path} />
          </p>
        </>
      )}
      <PageLinks
        first={after && toRevaluationsAddress()}
        next={page?.next && toRevaluationsAddress(page.next)}
      />
    </DeskSection>
  );
}
