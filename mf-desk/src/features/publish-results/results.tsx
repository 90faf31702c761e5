import {
  checkMarks,
  getMarkSheets,
  type MarkFaultReason,
  type MarkSheet,
  type MarkSheetState,
  type StaffMember,
} from '@archaka/contracts/calls';
import {
  Bilingual,
  Card,
  dateTimeText,
  Facts,
  Paragraph,
  portalNow,
  Sentence,
  skipToken,
  type Word,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { deskApi, usePolling } from '../../desk-api.ts';
import { DeskSection, Loading } from '../../desk-section.tsx';
import { toFailure } from '../../failures.ts';
import { countText, outcomeLabels } from '../../labels.ts';
import { mayCall } from '../../roles.ts';
import { TableFaults, TableUpload } from '../../table-upload.tsx';
import { MarkSheetActions } from './result-actions.tsx';

const title: Word = msg`Results of the examination`;
const explanation: Word = msg`A file of marks is checked first, and nothing of it is public. One person then proposes its results, and another signs them; applicants read them from the proposed time on.`;
const nothing: Word = msg`No mark sheets yet.`;

const POLL_MS = 5000;
const MAX_WAIT_MS = 3_600_000;

/** Milliseconds until signed results may change: at their time, then often while they are published; 0: never. */
function toPollMs(sheets: readonly MarkSheet[]): number {
  const times = sheets.flatMap(({ state, publish_at }) =>
    state === 'signed' && publish_at ? [Date.parse(publish_at)] : [],
  );
  if (times.length === 0) return 0;
  const wait = Math.min(...times) - portalNow();
  return Math.min(MAX_WAIT_MS, Math.max(1, Math.ceil(wait / POLL_MS)) * POLL_MS);
}

/** Marks from a file to published results: one person proposes them, another signs them. */
export function Results({ member }: { member: StaffMember }) {
  const { options, pollEvery } = usePolling();
  const query = deskApi.useMarkSheetsQuery(mayCall(member, getMarkSheets) ? {} : skipToken, options);
  const [message, setMessage] = useState<Word>();
  const sheets = query.data?.data;
  pollEvery(toPollMs(sheets ?? []));
  return (
    <DeskSection title={title} member={member} call={getMarkSheets} className="mark-sheets">
      <Paragraph word={explanation} />
      {mayCall(member, checkMarks) && <MarksUpload onDone={setMessage} />}
      <p role="status">{message && <Sentence word={message} />}</p>
      {!sheets && <Loading query={query} lines={5} />}
      {sheets?.length === 0 && <Paragraph word={nothing} />}
      {sheets?.map((sheet) => (
        <MarkSheetCard key={sheet.id} sheet={sheet} member={member} onDone={setMessage} />
      ))}
    </DeskSection>
  );
}

const states = {
  checked: { word: msg`Checked`, tone: 'cancelled' },
  proposed: { word: msg`Proposed`, tone: 'pending' },
  signed: { word: msg`Signed`, tone: 'pending' },
  published: { word: msg`Published`, tone: 'success' },
  discarded: { word: msg`Discarded`, tone: 'cancelled' },
} as const satisfies Readonly<Record<MarkSheetState, { word: Word; tone: string }>>;

type Step = MarkSheet['history'][number];
const steps: Readonly<Record<Step['action'], (name: string, when: string) => Word>> = {
  uploaded: (name, when) => msg`Uploaded by ${name}, ${when}`,
  proposed: (name, when) => msg`Proposed by ${name}, ${when}`,
  signed: (name, when) => msg`Signed by ${name}, ${when}`,
  discarded: (name, when) => msg`Discarded by ${name}, ${when}`,
};

const reasons: Readonly<Record<MarkFaultReason, Word>> = {
  'wrong-columns': msg`The row does not have three values`,
  'unknown-roll-number': msg`No candidate has this roll number`,
  'not-paid': msg`The candidate has not paid`,
  'unknown-paper': msg`The examination has no such paper`,
  'paper-of-another-type': msg`The paper belongs to another examination type`,
  'not-a-number': msg`Neither a whole number nor AB`,
  'above-maximum': msg`More than the paper’s maximum`,
  repeated: msg`The same candidate and paper stand in an earlier row`,
  'missing-paper': msg`The candidate has no marks in this paper`,
  'absent-in-hall': msg`The candidate was absent, by the attendance of the hall`,
};

interface MarkSheetCardProps {
  sheet: MarkSheet;
  member: StaffMember;
  onDone: (message: Word) => void;
}

function MarkSheetCard({ sheet, member, onDone }: MarkSheetCardProps) {
  const { number, state, examine_year: year, history } = sheet;
  const { word, tone } = states[state];
  return (
    <Card
      level={2}
      title={msg`Mark sheet ${number}, examination ${year}`}
      badge={
        <span className={`badge badge-${tone}`}>
          <Bilingual word={word} />
        </span>
      }
    >
      <ol className="plain">
        {history.map(({ action, by, at }) => (
          <li key={at} className="hint">
            <Sentence word={steps[action](by, dateTimeText(at))} />
          </li>
        ))}
      </ol>
      <Facts facts={listFacts(sheet)} />
      {(state === 'signed' || state === 'published') && <Paragraph word={describeProgress(sheet)} />}
      {sheet.fault_count > 0 && (
        <TableFaults
          faults={sheet.faults}
          count={sheet.fault_count}
          reasons={reasons}
          open={state === 'checked'}
        />
      )}
      <MarkSheetActions sheet={sheet} member={member} onDone={onDone} />
    </Card>
  );
}

const describeProgress = ({ published, candidates }: MarkSheet): Word => {
  const [count, total] = [countText(published), countText(candidates)];
  return msg`${count} of ${total} published`;
};

const listFacts = (sheet: MarkSheet) => [
  { label: msg`File (SHA-256)`, value: <Digest sha256={sheet.sha256} /> },
  { label: msg`Rows`, value: countText(sheet.rows) },
  { label: msg`Candidates`, value: countText(sheet.candidates) },
  { label: outcomeLabels.passed, value: countText(sheet.passed) },
  { label: outcomeLabels.failed, value: countText(sheet.failed) },
  { label: msg`Set aside`, value: countText(sheet.set_aside) },
  { label: msg`Candidates without marks`, value: countText(sheet.without_marks) },
  ...(sheet.publish_at ? [{ label: msg`Published from`, value: dateTimeText(sheet.publish_at) }] : []),
];

const Digest = ({ sha256 }: { sha256: string }) => (
  <details className="more">
    <summary translate="no">{sha256.slice(0, 12)}…</summary>
    <code className="digest" translate="no">
      {sha256}
    </code>
  </details>
);

const EXAMPLE = 'roll_number,paper,marks\n24-101-0001,P1,76\n24-101-0001,P2,AB';

const uploadTitle: Word = msg`Check a file of marks`;
const label: Word = msg`CSV file with the columns roll_number, paper and marks`;
const hint: Word = msg`One line for each candidate and paper; AB for absent. At most 10 MB. For example:`;
const checkFile: Word = msg`Check the file`;

const noTable: Word = msg`The file is not a table with the columns roll_number, paper and marks`;
const noPapers: Word = msg`The examination file does not list the papers of the results.`;

const describeCheck = (number: number, faults: number): Word =>
  faults === 0
    ? msg`Mark sheet ${number} has no faults.`
    : msg`Mark sheet ${number} has faults; they are listed below.`;

function MarksUpload({ onDone }: { onDone: (message: Word | undefined) => void }) {
  const [send, { isLoading }] = deskApi.useCheckMarksMutation();

  const check = async (file: string) => {
    onDone(undefined);
    const { data, error } = await send({ file });
    const sheet = data?.data?.[0];
    if (data?.status === 420) return { error: noTable };
    if (!sheet) return { failure: data?.status === 421 ? noPapers : toFailure(error) };
    onDone(describeCheck(sheet.number, sheet.fault_count));
    return undefined;
  };

  return (
    <TableUpload
      name="marks"
      title={uploadTitle}
      label={label}
      hint={hint}
      example={EXAMPLE}
      submit={checkFile}
      busy={isLoading}
      onSend={check}
    />
  );
}
