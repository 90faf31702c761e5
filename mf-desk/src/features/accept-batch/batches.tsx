import {
  type BatchResult,
  type BatchState,
  type BulkRule,
  type DeskBatch,
  getBatches,
  previewBatch,
  type StaffMember,
} from '@archaka/contracts/calls';
import {
  Bilingual,
  Button,
  Card,
  type Column,
  dateTimeText,
  Link,
  Paragraph,
  Sentence,
  skipToken,
  textIn,
  useExamination,
  useNavigate,
  useSearchParams,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { toBatchAddress, toBatchesAddress } from '../../desk-address.ts';
import { deskApi } from '../../desk-api.ts';
import { DeskSection, DeskTable, Loading } from '../../desk-section.tsx';
import { toFailure } from '../../failures.ts';
import { countText, scrutinyLabels, toExamTypeLabel, toFieldLabel } from '../../labels.ts';
import { PageLinks } from '../../page-links.tsx';
import { mayCall } from '../../roles.ts';
import { useRowKeys } from '../../use-keys.tsx';

const states = {
  previewed: { word: msg`Not confirmed`, tone: 'cancelled' },
  confirmed: { word: msg`Can be undone`, tone: 'pending' },
  running: { word: msg`Being decided`, tone: 'pending' },
  done: { word: msg`Done`, tone: 'success' },
  undone: { word: msg`Undone`, tone: 'cancelled' },
} as const satisfies Readonly<Record<BatchState, { word: Word; tone: string }>>;

export const BatchBadge = ({ batch: { state } }: { batch: Pick<DeskBatch, 'state'> }) => (
  <span className={`badge badge-${states[state].tone}`}>
    <Bilingual word={states[state].word} />
  </span>
);

export const resultLabels: Readonly<Record<BatchResult, Word>> = {
  accepted: scrutinyLabels.accepted,
  changed: msg`The application has changed`,
  leased: msg`Open with a clerk`,
  decided: msg`Decided by a clerk`,
  undone: states.undone.word,
};

const PAGE_SIZE = 20;

const title: Word = msg`Accept cases together`;
const explanation: Word = msg`A rule of the examination names cases that wait for their first look and that nobody has touched. Read them first; after the confirmation there are ten minutes in which all of them can be undone.`;
const pastBatches: Word = msg`Batches`;
const nothing: Word = msg`No batches yet.`;

/** The rules by which cases are accepted together, and the batches so far. */
export function Batches({ member }: { member: StaffMember }) {
  const [parameters] = useSearchParams();
  const after = parameters.get('after') ?? undefined;
  const request = { ...(after !== undefined && { after }), limit: PAGE_SIZE };
  const query = deskApi.useBatchesQuery(mayCall(member, getBatches) ? request : skipToken, {
    refetchOnFocus: true,
  });
  const batches = query.currentData?.data;
  const last = batches?.at(-1);
  return (
    <DeskSection title={title} member={member} call={getBatches} className="batches">
      <Paragraph word={explanation} />
      {mayCall(member, previewBatch) && <Rules />}
      {!batches && <Loading query={query} lines={5} />}
      {batches?.length === 0 && <Paragraph word={nothing} />}
      {batches && batches.length > 0 && <BatchTable batches={batches} />}
      <PageLinks
        first={after === undefined ? undefined : toBatchesAddress()}
        next={batches?.length === PAGE_SIZE && last ? toBatchesAddress(last.id) : undefined}
      />
    </DeskSection>
  );
}

const noRules: Word = msg`The examination lists no rules by which cases are accepted together.`;
const namesNothing: Word = msg`This rule names no case now.`;
const showCases: Word = msg`Show the cases`;

function Rules() {
  const query = deskApi.useRulesQuery(undefined);
  const navigate = useNavigate();
  const [send, { isLoading, originalArgs }] = deskApi.usePreviewBatchMutation();
  const [message, setMessage] = useState<Word>();
  const rules = query.data?.data;
  if (!rules) return <Loading query={query} lines={3} />;
  const bulkRules = rules[0]?.bulk_rules ?? [];

  const preview = async (rule_id: string) => {
    setMessage(undefined);
    const { data, error } = await send({ rule_id });
    const batch = data?.data?.[0];
    if (batch) return navigate(toBatchAddress(batch.id));
    setMessage(data?.status === 200 ? namesNothing : toFailure(error));
  };
  return (
    <>
      {bulkRules.length === 0 && <Paragraph word={noRules} />}
      {bulkRules.map((rule) => (
        <Card key={rule.id} level={2} title={{ te: rule.name_te, en: rule.name }}>
          <Conditions rule={rule} />
          <Button
            tone="main"
            word={showCases}
            busy={isLoading && originalArgs?.rule_id === rule.id}
            onClick={() => void preview(rule.id)}
          />
        </Card>
      ))}
      <p role="status">{message && <Sentence word={message} />}</p>
    </>
  );
}

const untouched: Word = msg`No note, no open grievance, no earlier decision, and not for a second clerk`;
const unedited: Word = msg`Not edited since it was submitted`;

const joinWords = (list: readonly Word[]): Word => ({
  te: list.map((word) => textIn('te', word)).join(', '),
  en: list.map((word) => textIn('en', word)).join(', '),
});

function Conditions({ rule: { exam_types, districts, papers, unedited: isUnedited } }: { rule: BulkRule }) {
  const { examination } = useExamination();
  const known = deskApi.useDistrictsQuery(undefined).data?.data ?? [];
  const toDistrict = (id: number): Word => {
    const district = known.find((each) => each.id === id);
    return district
      ? { te: district.distrct_nm_te, en: district.distrct_nm }
      : { te: String(id), en: String(id) };
  };
  const lists = [
    { label: words.examType, names: exam_types?.map((id) => toExamTypeLabel(examination, id)) },
    { label: words.district, names: districts?.map(toDistrict) },
    { label: msg`Papers`, names: papers?.map(toFieldLabel) },
  ];
  return (
    <ul>
      {lists.map(
        ({ label, names }) =>
          names && (
            <li key={textIn('en', label)}>
              <Bilingual word={label} />: <Bilingual word={joinWords(names)} />
            </li>
          ),
      )}
      {isUnedited && (
        <li>
          <Sentence word={unedited} />
        </li>
      )}
      <li>
        <Sentence word={untouched} />
      </li>
    </ul>
  );
}

const columns: readonly Column<DeskBatch>[] = [
  {
    id: 'rule',
    label: msg`Rule`,
    cell: ({ id, rule }) => (
      <Link className="row-link" to={toBatchAddress(id)}>
        <Sentence word={{ te: rule.name_te, en: rule.name }} />
      </Link>
    ),
  },
  { id: 'state', label: words.status, cell: (batch) => <BatchBadge batch={batch} /> },
  { id: 'by', label: msg`By`, cell: ({ by }) => by },
  { id: 'at', label: msg`Made`, cell: ({ at }) => dateTimeText(at) },
  { id: 'cases', label: msg`Cases`, cell: ({ cases }) => countText(cases) },
  { id: 'accepted', label: resultLabels.accepted, cell: ({ results }) => countText(results.accepted) },
];

function BatchTable({ batches }: { batches: readonly DeskBatch[] }) {
  const table = useRef<HTMLDivElement>(null);
  useRowKeys(table);
  return (
    <DeskTable ref={table} caption={pastBatches} columns={columns} rows={batches} keyOf={({ id }) => id} />
  );
}
