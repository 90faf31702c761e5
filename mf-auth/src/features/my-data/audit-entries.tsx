import type { AuditRecord } from '@archaka/contracts/calls';
import { dateTimeText, RecordTable } from '@archaka/platform';
import { Button, Paragraph, Sentence, Skeleton, Text, type Word, words } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { myDataApi } from './my-data-api.ts';
import { Section } from './section.tsx';

/** What the audit logs of the services record about an applicant. */
export const actionMessages: Readonly<Record<string, Word>> = {
  'account.requested': msg`Signed up`,
  'account.confirmed': msg`Details of the sign-up confirmed`,
  'session.started': msg`Signed in`,
  'sign-in.failed': msg`A wrong one-time password was entered`,
  'sign-in.locked': msg`A one-time password was entered wrongly too often`,
  'session.ended': msg`Signed out`,
  'sessions.ended': msg`Signed out everywhere`,
  'text.resent': msg`The last message by SMS was sent again`,
  'texts.changed': msg`Messages by SMS turned on or off`,
  'data.exported': msg`All data downloaded`,
  'account.corrected': msg`Account corrected`,
  'number.changed': msg`Mobile number changed`,
  'number.change-undone': msg`Change of the mobile number undone`,
  'erasure.requested': msg`Erasure asked for`,
  'data.erased': msg`Data erased`,
  'operator.rejected': msg`A member of the department was refused`,
  'operator.locked': msg`A member of the department was locked out`,
  'command.operators': msg`Members of the department changed`,
  'command.sessions': msg`Sessions looked at or ended`,
  'application.submitted': msg`Application submitted`,
  'application.edited': msg`Application changed`,
  'application.withdrawn': msg`Application withdrawn`,
  'application.appealed': msg`Appeal against a rejection`,
  'grievance.filed': msg`Grievance sent`,
  'grievance.changed': msg`Grievance opened or answered by the department`,
  'revaluation.requested': msg`Revaluation requested`,
  'revaluation.paid': msg`Fee of the revaluation paid`,
  'revaluation.returned': msg`Fee of the revaluation sent back`,
  'application.read': msg`Whole application read`,
  'paper.read': msg`Paper or photo read`,
  'case.read': msg`Application looked at by a member of the department`,
  'case.revealed': msg`Mobile number, address and date of birth shown to a member of the department`,
  'case.listed': msg`Name and mobile number in a list for a member of the department`,
  'scrutiny.decided': msg`Papers checked and decided`,
  'result.published': msg`Result of the examination published`,
  'refund.decided': msg`Decided about a refund`,
  'command.refunds': msg`Decided about a refund`,
  'command.reconcile': msg`Payments compared with the provider`,
  'ticket.downloaded': msg`Hall ticket downloaded`,
  'memo.downloaded': msg`Memo of marks downloaded`,
  'result.read': msg`Result found by roll number and date of birth`,
  'preview.read': msg`Hall ticket before the payment read`,
  'ticket.verified': msg`Hall ticket verified`,
  'allotment.previewed': msg`Seats planned`,
  'allotment.confirmed': msg`Planned seats confirmed`,
  'seats.allotted': msg`Seats allotted`,
  'pack.requested': msg`Papers for the examination halls of a district requested`,
  'pack.made': msg`Papers for the examination halls of a district made`,
  'pack.downloaded': msg`Papers for the examination halls of a district downloaded`,
  'command.audit': msg`Audit log checked`,
  'command.backup': msg`Backup made`,
  'command.restore': msg`Backup restored`,
  'command.indexes': msg`Database indexes tidied`,
  'command.retention': msg`Overdue data deleted`,
  'command.rotate': msg`Keys replaced`,
  'command.slice': msg`Part of the portal replaced`,
};

const actorMessages: Readonly<Record<string, Word>> = {
  applicant: msg`You`,
  operator: msg`The department`,
  service: msg`The portal itself`,
  anonymous: msg`Somebody who was not signed in`,
};

const title = msg`Who looked at my data`;
const explanation = msg`The newest 50 entries of the last 180 days. All of them come with the download of your data.`;
const incomplete = msg`A part of the portal does not answer at the moment; its entries are missing here.`;
const more = msg`Show ten more`;
const none = msg`Nothing is recorded yet.`;
const who = msg`Who`;
const what = msg`What`;

const reasonMessage = (reason: string): Word => msg`Reason: ${reason}`;

const MAX_ENTRIES = 50;
const PAGE_SIZE = 10;
const request = { limit: MAX_ENTRIES };
const anew = { refetchOnMountOrArgChange: true };

const toWord = (messages: Readonly<Record<string, Word>>, key: string): Word =>
  messages[key] ?? { te: key, en: key };

const columns = [
  { id: 'at', label: words.date, cell: ({ at }: AuditRecord) => dateTimeText(at) },
  { id: 'who', label: who, cell: ({ actor }: AuditRecord) => <Text of={toWord(actorMessages, actor)} /> },
  {
    id: 'what',
    label: what,
    cell: ({ action, application_id, why }: AuditRecord) => (
      <>
        <Sentence word={toWord(actionMessages, action)} /> {application_id}
        {why !== undefined && (
          <span className="hint">
            <Sentence word={reasonMessage(why)} />
          </span>
        )}
      </>
    ),
  },
];

/** The newest entries of all services that respond. */
function useAuditEntries() {
  const queries = [
    myDataApi.useAuthAuditQuery(request, anew),
    myDataApi.useApplicationAuditQuery(request, anew),
    myDataApi.usePaymentAuditQuery(request, anew),
    myDataApi.useTicketAuditQuery(request, anew),
  ];
  const entries = queries.flatMap(({ data }) => data?.data ?? []);
  return {
    isLoading: queries.some(({ isLoading }) => isLoading),
    isIncomplete: queries.some(({ isError }) => isError),
    entries: [...entries].sort((one, other) => other.at.localeCompare(one.at)).slice(0, MAX_ENTRIES),
  };
}

export function AuditEntries() {
  const { isLoading, isIncomplete, entries } = useAuditEntries();
  const [shown, setShown] = useState(PAGE_SIZE);
  return (
    <Section title={title} folded>
      <Paragraph word={explanation} />
      {isIncomplete && <Paragraph word={incomplete} />}
      {isLoading && <Skeleton lines={3} />}
      {!isLoading && entries.length === 0 && <Paragraph word={none} />}
      {entries.length > 0 && (
        <RecordTable
          caption={title}
          columns={columns}
          rows={entries.slice(0, shown)}
          keyOf={({ id }) => id}
        />
      )}
      {entries.length > shown && (
        <div className="row">
          <Button word={more} onClick={() => setShown(shown + PAGE_SIZE)} />
        </div>
      )}
    </Section>
  );
}
