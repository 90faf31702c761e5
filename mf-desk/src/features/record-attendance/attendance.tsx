import {
  type AttendanceDifference,
  type AttendanceReport,
  getAttendance,
  type HallAttendance,
  type StaffMember,
  uploadAttendance,
} from '@archaka/contracts/calls';
import {
  type Column,
  dateTimeText,
  Paragraph,
  RecordTable,
  Sentence,
  skipToken,
  Text,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { useAttendanceQuery } from '../../desk-api.ts';
import { DeskSection, Loading, Section } from '../../desk-section.tsx';
import { attendanceLabels, countText, toHallLabel } from '../../labels.ts';
import { CaseLink } from '../../page-links.tsx';
import { mayCall } from '../../roles.ts';
import { AttendanceUploadForm } from './attendance-upload.tsx';

const title: Word = msg`Attendance in the halls`;
const explanation: Word = msg`The scanner of a hall writes who was present. Files of one hall add up; a later file with absent corrects a wrong entry.`;
const nothing: Word = msg`No candidate has a seat yet.`;

/** Who was present in which hall, from the files of the scanners. */
export function Attendance({ member }: { member: StaffMember }) {
  const query = useAttendanceQuery(mayCall(member, getAttendance) ? {} : skipToken, { refetchOnFocus: true });
  const [message, setMessage] = useState<Word>();
  const report = query.data?.data?.[0];
  return (
    <DeskSection title={title} member={member} call={getAttendance} className="mark-sheets">
      <Paragraph word={explanation} />
      {!report && <Loading query={query} lines={5} />}
      {report && report.halls.length > 0 && mayCall(member, uploadAttendance) && (
        <AttendanceUploadForm halls={report.halls} onDone={setMessage} />
      )}
      <p role="status">{message && <Sentence word={message} />}</p>
      {report?.halls.length === 0 && <Paragraph word={nothing} />}
      {report && report.halls.length > 0 && <Halls halls={report.halls} />}
      {report && report.difference_count > 0 && <Differences report={report} />}
    </DeskSection>
  );
}

const countAbsent = ({ seated, present, paper, uploaded_at }: HallAttendance): string =>
  uploaded_at ? countText(seated - present - paper) : '—';

const hallColumns: readonly Column<HallAttendance>[] = [
  { id: 'hall', label: msg`Hall`, cell: (hall) => <Text of={toHallLabel(hall)} /> },
  { id: 'seated', label: msg`Seated`, cell: ({ seated }) => countText(seated) },
  { id: 'present', label: attendanceLabels.present, cell: ({ present }) => countText(present) },
  { id: 'paper', label: attendanceLabels.paper, cell: ({ paper }) => countText(paper) },
  { id: 'absent', label: attendanceLabels.absent, cell: countAbsent },
  {
    id: 'uploaded',
    label: msg`Last file`,
    cell: ({ uploaded_at: at }) => (at ? dateTimeText(at) : '—'),
  },
];

const Halls = ({ halls }: { halls: readonly HallAttendance[] }) => (
  <div className="desk-table">
    <RecordTable
      caption={msg`Candidates by hall`}
      columns={hallColumns}
      rows={halls}
      keyOf={({ hall }) => hall}
    />
  </div>
);

const differencesTitle: Word = msg`Present in another hall than that of the seat`;

const differenceColumns: readonly Column<AttendanceDifference>[] = [
  { id: 'case', label: words.applicationId, cell: ({ application_id: id }) => <CaseLink id={id} /> },
  { id: 'roll', label: msg`Roll number`, cell: ({ roll_number }) => roll_number },
  { id: 'hall', label: msg`Present in hall`, cell: ({ hall }) => hall },
  { id: 'noted', label: msg`Time`, cell: ({ noted_at }) => dateTimeText(noted_at) },
  { id: 'by', label: msg`Uploaded by`, cell: ({ by }) => by },
];

function Differences({ report: { differences, difference_count } }: { report: AttendanceReport }) {
  const [shown, count] = [countText(differences.length), countText(difference_count)];
  return (
    <Section title={differencesTitle} className="stack desk-table">
      {difference_count > differences.length && (
        <Paragraph className="hint" word={msg`The first ${shown} of ${count}`} />
      )}
      <RecordTable
        caption={differencesTitle}
        columns={differenceColumns}
        rows={differences}
        keyOf={({ application_id }) => application_id}
      />
    </Section>
  );
}
