import type { MarkFaultReason, MarkSheet, MarkSheetState, StaffMember } from '@archaka/contracts/calls';
import { Bilingual, Card, dateTimeText, Facts, Paragraph, Sentence, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { countText, outcomeLabels } from '../../labels.ts';
import { TableFaults } from '../../table-faults.tsx';
import { MarkSheetActions } from './result-actions.tsx';

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

export function MarkSheetCard({ sheet, member, onDone }: MarkSheetCardProps) {
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
