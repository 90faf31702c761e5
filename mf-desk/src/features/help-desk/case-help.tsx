import { type DeskCase, getCaseAttempts, type StaffMember } from '@archaka/contracts/calls';
import type { Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { Section } from '../../desk-section.tsx';
import { mayCall } from '../../roles.ts';
import { ApplicantActions } from './applicant-actions.tsx';
import { Grievances } from './grievances.tsx';
import { WhatToSay } from './what-to-say.tsx';

const title: Word = msg`Help desk`;

interface CaseHelpProps {
  deskCase: Pick<DeskCase, 'record' | 'grievances'>;
  member: StaffMember;
  reload: () => unknown;
}

/** What a member of the staff at the telephone needs of a case. */
export function CaseHelp({ deskCase: { record, grievances }, member, reload }: CaseHelpProps) {
  const maySay = mayCall(member, getCaseAttempts);
  if (!maySay && grievances.length === 0) return null;
  const applicationId = record.application_id;
  return (
    <Section title={title} className="case-help stack">
      {maySay && <WhatToSay record={record} />}
      <Grievances applicationId={applicationId} grievances={grievances} member={member} reload={reload} />
      <ApplicantActions applicationId={applicationId} member={member} />
    </Section>
  );
}
