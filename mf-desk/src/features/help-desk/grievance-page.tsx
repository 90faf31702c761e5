import { type Grievance, getCallerGrievance, revealCaller, type StaffMember } from '@archaka/contracts/calls';
import { dateTimeText, Facts, Sentence, skipToken, Text, type Word, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { deskApi } from '../../desk-api.ts';
import { DeskSection, Loading } from '../../desk-section.tsx';
import { toFailure } from '../../failures.ts';
import { describeGrievance, openedLabel, subjectLabel, subjectLabels } from '../../labels.ts';
import { Reveal } from '../../reveal.tsx';
import { mayCall } from '../../roles.ts';
import { GrievanceEntries } from './grievances.tsx';

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
