import type { AttendanceFaultReason, AttendanceUpload, HallAttendance } from '@archaka/contracts/calls';
import { Checkbox, SelectField, useNavigate, useSearchParams, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { toAttendanceAddress } from '../../desk-address.ts';
import { useUploadAttendanceMutation } from '../../desk-api.ts';
import { toFailure } from '../../failures.ts';
import { countText, toHallLabel } from '../../labels.ts';
import { TableFaults } from '../../table-faults.tsx';
import { TableUpload, type UploadProblem } from '../../table-upload.tsx';

const EXAMPLE = 'roll_number,day,attendance,time\n24-101-0001,2027-01-15,present,09:12:31';

const title: Word = msg`Upload the attendance of a hall`;
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

export function AttendanceUploadForm({ halls, onDone }: AttendanceUploadFormProps) {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const [faulty, setFaulty] = useState<AttendanceUpload>();
  const [setsAside, setSetsAside] = useState(false);
  const [send, { isLoading }] = useUploadAttendanceMutation();
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
      title={title}
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
