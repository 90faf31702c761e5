import {
  type AttendanceDifference,
  type AttendanceFaultReason,
  type AttendanceReport,
  type AttendanceUpload,
  getAttendance,
  type HallAttendance,
  type StaffMember,
  uploadAttendance,
} from '@archaka/contracts/calls';
import {
  Checkbox,
  type Column,
  dateTimeText,
  Paragraph,
  RecordTable,
  SelectField,
  Sentence,
  skipToken,
  Text,
  useNavigate,
  useSearchParams,
  type Word,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { toAttendanceAddress } from '../../desk-address.ts';
import { deskApi } from '../../desk-api.ts';
import { DeskSection, DeskTable, Loading, Section } from '../../desk-section.tsx';
import { toFailure } from '../../failures.ts';
import { attendanceLabels, countText, toHallLabel } from '../../labels.ts';
import { caseColumn } from '../../page-links.tsx';
import { mayCall } from '../../roles.ts';
import { TableFaults, TableUpload, type UploadProblem } from '../../table-upload.tsx';

const title: Word = msg`Attendance in the halls`;
const explanation: Word = msg`The scanner of a hall writes who was present. Files of one hall add up; a later file with absent corrects a wrong entry.`;
const nothing: Word = msg`No candidate has a seat yet.`;

/** Who was present in which hall, from the files of the scanners. */
export function Attendance({ member }: { member: StaffMember }) {
  const query = deskApi.useAttendanceQuery(mayCall(member, getAttendance) ? {} : skipToken, {
    refetchOnFocus: true,
  });
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
  <DeskTable
    caption={msg`Candidates by hall`}
    columns={hallColumns}
    rows={halls}
    keyOf={({ hall }) => hall}
  />
);

const differencesTitle: Word = msg`Present in another hall than that of the seat`;

const differenceColumns: readonly Column<AttendanceDifference>[] = [
  caseColumn,
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

const EXAMPLE = 'roll_number,day,attendance,time\n24-101-0001,2027-01-15,present,09:12:31';

const uploadTitle: Word = msg`Upload the attendance of a hall`;
const hallLabel: Word = msg`Hall`;
const chooseHall: Word = msg`Choose the hall`;
const label: Word = msg`Attendance file of a scanner`;
const hint: Word = msg`CSV: present, paper (present without a readable ticket) or absent. At most 10,000 rows. For example:`;
const upload: Word = msg`Upload the file`;

const noHall: Word = msg`Choose the hall of the file.`;
const noTable: Word = msg`The file is not a table with the columns roll_number, day, attendance and time, or has more than 10,000 rows`;
const noDay: Word = msg`The examination file does not name the day of the examination.`;
const mustSetAside: Word = msg`Nothing is stored: correct the file, or set the faulty rows aside.`;

const reasons: Readonly<Record<AttendanceFaultReason, Word>> = {
  'wrong-columns': msg`The row does not have as many values as the heading`,
  'unknown-roll-number': msg`No candidate has this roll number`,
  'other-district': msg`The seat is in another district than yours`,
  'not-paid': msg`The candidate has not paid`,
  repeated: msg`The same candidate stands in an earlier row`,
  'other-day': msg`Not the day of the examination`,
  'no-attendance': msg`Neither present, paper nor absent`,
  'no-time': msg`Not a time such as 09:12`,
};

function describeUpload({ rows, changed, fault_count }: AttendanceUpload): Word {
  const [all, stored, aside] = [countText(rows), countText(changed), countText(fault_count)];
  return msg`Rows: ${all}; new: ${stored}; set aside: ${aside}.`;
}

interface AttendanceUploadFormProps {
  halls: readonly HallAttendance[];
  onDone: (message: Word | undefined) => void;
}

function AttendanceUploadForm({ halls, onDone }: AttendanceUploadFormProps) {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const [faulty, setFaulty] = useState<AttendanceUpload>();
  const [setsAside, setSetsAside] = useState(false);
  const [send, { isLoading }] = deskApi.useUploadAttendanceMutation();
  const hall = parameters.get('hall') ?? '';

  const forget = () => {
    setFaulty(undefined);
    setSetsAside(false);
  };
  const submit = async (file: string): Promise<UploadProblem | undefined> => {
    onDone(undefined);
    if (!hall) return { failure: noHall };
    const { data, error } = await send({ hall, file, sets_aside: setsAside });
    const result = data?.data?.[0];
    if (data?.status === 420) return { error: noTable };
    if (!result) return { failure: data?.status === 421 ? noDay : toFailure(error) };
    setSetsAside(false);
    setFaulty(result.fault_count > 0 ? result : undefined);
    if (!result.is_stored) return { failure: mustSetAside };
    onDone(describeUpload(result));
    return undefined;
  };

  return (
    <TableUpload
      name="attendance"
      title={uploadTitle}
      label={label}
      hint={hint}
      example={EXAMPLE}
      submit={upload}
      busy={isLoading}
      onSend={submit}
      onChoose={forget}
      before={
        <div className="facets">
          <SelectField
            name="hall"
            label={hallLabel}
            choose={chooseHall}
            value={hall}
            onChange={({ target }) => void navigate(toAttendanceAddress(target.value), { replace: true })}
            options={halls.map((each) => ({ value: each.hall, label: toHallLabel(each) }))}
          />
        </div>
      }
    >
      {faulty && <TableFaults faults={faulty.faults} count={faulty.fault_count} reasons={reasons} open />}
      {faulty && !faulty.is_stored && (
        <Checkbox
          label={msg`Set these rows aside`}
          hint={msg`The other rows are stored.`}
          checked={setsAside}
          onChange={({ target }) => setSetsAside(target.checked)}
        />
      )}
    </TableUpload>
  );
}
