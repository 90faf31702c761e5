import {
  type DeskAuditEntry,
  getDeskAudit,
  type StaffActivity,
  type StaffMember,
  toIndianDay,
} from '@archaka/contracts/calls';
import {
  Button,
  ButtonLink,
  type Column,
  dateTimeText,
  Link,
  Paragraph,
  Sentence,
  skipToken,
  useBothTexts,
  useNavigate,
  useSearchParams,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type AuditFilter, readAuditFilter, toAuditAddress, toCaseAddress } from '../../desk-address.ts';
import { deskApi } from '../../desk-api.ts';
import { DeskSection, DeskTable, Loading } from '../../desk-section.tsx';

const PAGE_SIZE = 50;

const title: Word = msg`What the staff saw and did`;
const day: Word = msg`Day`;
const member: Word = msg`Member of the staff`;
const noActivity: Word = msg`Nobody worked in the desk on this day.`;
const nothing: Word = msg`No entries.`;
const nextPage: Word = msg`Next page`;
const wholeDay: Word = msg`All of this day`;

const actionLabels: Readonly<Record<string, Word>> = {
  'command.staff': msg`Changed the accounts of the staff`,
  'staff.changed': msg`Changed an account`,
  'notice.proposed': msg`Proposed a notice`,
  'notice.published': msg`Published a notice`,
  'notice.withdrawn': msg`Withdrew a notice`,
  'notice.ended': msg`Ended a notice`,
  'settings.proposed': msg`Proposed a change of the examination`,
  'settings.published': msg`Published a change of the examination`,
  'settings.withdrawn': msg`Withdrew a change of the examination`,
  'marks.checked': msg`Checked a file of marks`,
  'marks.proposed': msg`Proposed results`,
  'marks.signed': msg`Signed results`,
  'marks.discarded': msg`Discarded a mark sheet`,
  'marks.published': msg`The results of a mark sheet were published`,
  'revaluations.read': msg`Read the revaluations`,
  'revaluations.exported': msg`Downloaded the revaluations`,
  'attendance.uploaded': msg`Uploaded the attendance of a hall`,
  'attendance.read': msg`Read the attendance of the halls`,
  'allotment.previewed': msg`Previewed the seats of halls`,
  'allotment.confirmed': msg`Confirmed the seats of halls`,
  'seats.exported': msg`Downloaded a list of seats`,
  'pack.requested': msg`Had the pack of a centre district made`,
  'pack.downloaded': msg`Downloaded the pack of a centre district`,
  'staff.signed-in': msg`Signed in`,
  'staff.rejected': msg`Failed to sign in`,
  'staff.locked': msg`Was locked after wrong attempts`,
  'staff.signed-out': msg`Signed out`,
  'passkey.added': msg`Added a passkey`,
  'passkey.removed': msg`Removed a passkey`,
  'cases.searched': msg`Searched`,
  'cases.exported': msg`Downloaded a list`,
  'contacts.requested': msg`Asked for a list with names and mobile numbers`,
  'contacts.exported': msg`Downloaded a list with names and mobile numbers`,
  'case.read': msg`Opened an application`,
  'case.own-number': msg`Opened an application with an own mobile number`,
  'case.revealed': msg`Had personal fields shown`,
  'case.started': msg`Started a case`,
  'case.released': msg`Released a case`,
  'case.decided': msg`Decided a case`,
  'batch.previewed': msg`Had the cases of a rule shown`,
  'batch.confirmed': msg`Confirmed a batch of cases`,
  'batch.undone': msg`Undid a batch of cases`,
  'batch.read': msg`Read the cases of a batch`,
  'case.noted': msg`Wrote a note`,
  'paper.read': msg`Opened a paper`,
  'grievance.opened': msg`Opened a grievance`,
  'grievance.changed': msg`Agreed a call back or closed a grievance`,
  'grievances.listed': msg`Read the list of grievances`,
  'grievance.read': msg`Read the grievance of a caller`,
  'grievance.revealed': msg`Had the mobile number of a caller shown`,
  'attempts.read': msg`Read the payments of an application`,
  'text.resent': msg`Sent a message again`,
  'sessions.ended': msg`Ended the sessions of an applicant`,
  'refund.decided': msg`Decided about a payment`,
  'reconciliation.read': msg`Read the reconciliation of a day`,
};
const concernLabels: Readonly<Record<StaffActivity['concerns'][number], Word>> = {
  'own-number': msg`An application with an own mobile number`,
  'many-cases': msg`Unusually many applications`,
  'many-reveals': msg`Unusually many personal fields shown`,
  'at-night': msg`At night`,
};

/** A day of the staff, or all about one application, each as an address. */
export function StaffAudit({ member: reader }: { member: StaffMember }) {
  const [parameters] = useSearchParams();
  const filter = readAuditFilter(parameters, toIndianDay(new Date()));
  return (
    <DeskSection title={title} member={reader} call={getDeskAudit} className="staff-audit">
      <DayChoice filter={filter} />
      {filter.application === undefined && <Activity filter={filter} />}
      <Entries filter={filter} />
    </DeskSection>
  );
}

function DayChoice({ filter }: { filter: AuditFilter }) {
  const navigate = useNavigate();
  const bothTexts = useBothTexts();
  const { staff, application } = filter;
  return (
    <div className="row">
      <input
        className="input day-choice"
        type="date"
        aria-label={bothTexts(day)}
        value={filter.day}
        onChange={({ target }) => target.value && void navigate(toAuditAddress({ day: target.value, staff }))}
      />
      {(staff ?? application) !== undefined && (
        <ButtonLink to={toAuditAddress({ day: filter.day })} word={wholeDay} />
      )}
    </div>
  );
}

function Activity({ filter }: { filter: AuditFilter }) {
  const query = deskApi.useActivityQuery({ day: filter.day });
  const members = query.data?.data;
  if (!members) return <Loading query={query} lines={4} />;
  if (members.length === 0) return <Paragraph word={noActivity} />;
  const columns: Column<StaffActivity>[] = [
    {
      id: 'name',
      label: member,
      cell: ({ staff_id, name }) => (
        <Link className="row-link" to={toAuditAddress({ day: filter.day, staff: staff_id })}>
          {name}
        </Link>
      ),
    },
    { id: 'cases', label: msg`Applications`, cell: ({ cases }) => cases },
    { id: 'papers', label: msg`Papers`, cell: ({ papers }) => papers },
    { id: 'reveals', label: msg`Personal fields shown`, cell: ({ reveals }) => reveals },
    { id: 'searches', label: msg`Searches`, cell: ({ searches }) => searches },
    { id: 'decisions', label: msg`Decisions`, cell: ({ decisions }) => decisions },
    { id: 'exports', label: msg`Lists`, cell: ({ exports }) => exports },
    {
      id: 'concerns',
      label: msg`To be looked at`,
      cell: ({ concerns }) =>
        concerns.length === 0
          ? '—'
          : concerns.map((concern) => (
              <span key={concern} className="badge">
                <Sentence word={concernLabels[concern]} />
              </span>
            )),
    },
  ];
  return (
    <DeskTable
      caption={msg`Members of the staff`}
      columns={columns}
      rows={members}
      keyOf={({ staff_id }) => staff_id}
    />
  );
}

function Entries({ filter }: { filter: AuditFilter }) {
  const navigate = useNavigate();
  const request = {
    day: filter.day,
    ...(filter.staff && { staff_id: filter.staff }),
    ...(filter.application && { application_id: filter.application }),
    ...(filter.after && { before: filter.after }),
    limit: PAGE_SIZE,
  };
  const query = deskApi.useAuditQuery(request.day ? request : skipToken);
  const entries = query.currentData?.data;
  if (!entries) return <Loading query={query} lines={6} />;
  const last = entries.at(-1);
  return (
    <>
      {entries.length === 0 ? (
        <p role="status">
          <Sentence word={nothing} />
        </p>
      ) : (
        <EntryTable entries={entries} day={filter.day} />
      )}
      {entries.length === PAGE_SIZE && last && (
        <Button
          word={nextPage}
          onClick={() => void navigate(toAuditAddress({ ...filter, after: last.id }))}
        />
      )}
    </>
  );
}

function EntryTable({ entries, day: on }: { entries: readonly DeskAuditEntry[]; day: string }) {
  const columns: Column<DeskAuditEntry>[] = [
    { id: 'at', label: msg`When`, cell: ({ at }) => dateTimeText(at) },
    {
      id: 'name',
      label: member,
      cell: ({ staff_id, name }) => <Link to={toAuditAddress({ day: on, staff: staff_id })}>{name}</Link>,
    },
    {
      id: 'action',
      label: msg`Action`,
      cell: ({ action }) => <Sentence word={actionLabels[action] ?? { te: action, en: action }} />,
    },
    {
      id: 'application',
      label: words.applicationId,
      cell: ({ application_id }) =>
        application_id ? (
          <>
            <Link to={toCaseAddress(application_id)}>
              <span translate="no">{application_id}</span>
            </Link>{' '}
            <Link to={toAuditAddress({ day: on, application: application_id })}>
              <Sentence word={msg`All about it`} />
            </Link>
          </>
        ) : (
          '—'
        ),
    },
    { id: 'why', label: msg`Reason`, cell: ({ why }) => why ?? '—' },
  ];
  return <DeskTable caption={msg`Entries`} columns={columns} rows={entries} keyOf={({ id }) => id} />;
}
