import { checkMarks, getMarkSheets, type MarkSheet, type StaffMember } from '@archaka/contracts/calls';
import { Paragraph, portalNow, Sentence, skipToken, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { useMarkSheetsQuery } from '../../desk-api.ts';
import { DeskSection, Loading } from '../../desk-section.tsx';
import { mayCall } from '../../roles.ts';
import { usePolling } from '../../use-polling.ts';
import { MarksUpload } from './marks-upload.tsx';
import { MarkSheetCard } from './result-card.tsx';

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
  const query = useMarkSheetsQuery(mayCall(member, getMarkSheets) ? {} : skipToken, options);
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
