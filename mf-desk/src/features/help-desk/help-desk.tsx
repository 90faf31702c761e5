import {
  type CallAnswer,
  type Grievance,
  getCallerGrievance,
  getGrievances,
  openGrievance,
  revealCaller,
  type StaffMember,
} from '@archaka/contracts/calls';
import {
  type Column,
  dateTimeText,
  Facts,
  Sentence,
  skipToken,
  Text,
  useSearchParams,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { toHelpAddress } from '../../desk-address.ts';
import { deskApi } from '../../desk-api.ts';
import { DeskSection, DeskTable, Loading } from '../../desk-section.tsx';
import { toFailure } from '../../failures.ts';
import { Reveal } from '../../form-text.tsx';
import { describeGrievance, openedLabel, subjectLabel, subjectLabels } from '../../labels.ts';
import { GrievanceLink, PageLinks } from '../../page-links.tsx';
import { mayCall } from '../../roles.ts';
import { GrievanceEntries, OpenGrievance } from './grievances.tsx';

type ListedGrievance = NonNullable<CallAnswer<typeof getGrievances>['data']>[number];

const PAGE_SIZE = 50;

const title: Word = msg`Grievances`;
const caption: Word = msg`Grievances that are not closed`;
const nothing: Word = msg`No grievance is open.`;
const due: Word = msg`due`;

const columns: Column<ListedGrievance>[] = [
  { id: 'number', label: msg`Number`, cell: ({ number }) => <span translate="no">{number}</span> },
  {
    id: 'application',
    label: msg`Application or mobile number`,
    cell: (grievance) => <GrievanceLink grievance={grievance} />,
  },
  { id: 'subject', label: subjectLabel, cell: ({ subject }) => <Sentence word={subjectLabels[subject]} /> },
  {
    id: 'state',
    label: words.status,
    cell: (grievance) => (
      <>
        <Sentence word={describeGrievance(grievance)} />
        {grievance.is_due && (
          <>
            {' '}
            <span className="badge badge-pending">
              <Sentence word={due} />
            </span>
          </>
        )}
      </>
    ),
  },
  { id: 'district', label: words.district, cell: ({ district_name }) => district_name },
  { id: 'opened', label: openedLabel, cell: ({ opened_at }) => dateTimeText(opened_at) },
];

/** Call backs that are due, then open grievances, then later call backs. */
export function HelpDesk({ member }: { member: StaffMember }) {
  const [parameters] = useSearchParams();
  const after = parameters.get('after') ?? undefined;
  const isAllowed = mayCall(member, getGrievances);
  const request = { ...(after !== undefined && { after }), limit: PAGE_SIZE };
  const query = deskApi.useGrievancesQuery(isAllowed ? request : skipToken, { refetchOnFocus: true });
  const grievances = query.currentData?.data;
  const last = grievances?.at(-1);
  return (
    <DeskSection title={title} member={member} call={getGrievances}>
      {mayCall(member, openGrievance) && <OpenGrievance />}
      {!grievances && <Loading query={query} lines={5} />}
      {grievances?.length === 0 && (
        <p role="status">
          <Sentence word={nothing} />
        </p>
      )}
      {grievances && grievances.length > 0 && (
        <DeskTable caption={caption} columns={columns} rows={grievances} keyOf={({ number }) => number} />
      )}
      <PageLinks
        first={after === undefined ? undefined : toHelpAddress()}
        next={grievances?.length === PAGE_SIZE && last ? toHelpAddress(last.number) : undefined}
      />
    </DeskSection>
  );
}

const toTitle = (number: string): Word => msg`Grievance ${number}`;
const unknown: Word = msg`There is no such grievance without an application.`;

interface GrievancePageProps {
  number: string;
  member: StaffMember;
}

/** The grievance of a caller who has no application. */
export function GrievancePage({ number, member }: GrievancePageProps) {
  const isAllowed = mayCall(member, getCallerGrievance);
  const query = deskApi.useCallerGrievanceQuery(isAllowed ? { number } : skipToken);
  const grievance = query.data?.data?.[0];
  const isUnknown = query.error && 'kind' in query.error && query.error.kind === 'not-found';
  return (
    <DeskSection title={toTitle(number)} member={member} call={getCallerGrievance}>
      {grievance && <CallerFacts grievance={grievance} member={member} />}
      {grievance && <GrievanceEntries grievance={grievance} member={member} reload={query.refetch} />}
      {!grievance && !isUnknown && <Loading query={query} lines={5} />}
      {isUnknown && (
        <p role="status">
          <Sentence word={unknown} />
        </p>
      )}
    </DeskSection>
  );
}

const show: Word = msg`Show the mobile number`;
const recorded: Word = msg`It is recorded.`;

function CallerFacts({ grievance, member }: { grievance: Grievance; member: StaffMember }) {
  const [mobile, setMobile] = useState<string>();
  const [reveal] = deskApi.useRevealCallerMutation();
  const showMobile = async (reason: string) => {
    const { data, error } = await reveal({ number: grievance.number, reason });
    setMobile(data?.data?.[0]?.mobile);
    return error && toFailure(error);
  };
  const facts = [
    { label: words.mobileNumber, value: mobile ?? grievance.mobile_masked },
    { label: subjectLabel, value: <Text of={subjectLabels[grievance.subject]} /> },
    { label: words.status, value: <Text of={describeGrievance(grievance)} /> },
    { label: openedLabel, value: dateTimeText(grievance.opened_at) },
  ];
  return (
    <>
      <Facts facts={facts} />
      {mobile === undefined && mayCall(member, revealCaller) && (
        <Reveal word={show} hint={recorded} onReason={showMobile} />
      )}
    </>
  );
}
