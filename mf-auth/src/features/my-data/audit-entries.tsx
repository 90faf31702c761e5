import type { AuditRecord } from '@archaka/contracts/calls';
import { dateTimeText, RecordTable } from '@archaka/platform';
import { Paragraph, Sentence, Skeleton, Text, type Word, words } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { actionMessages, actorMessages } from './action-messages.ts';
import {
  useApplicationAuditQuery,
  useAuthAuditQuery,
  usePaymentAuditQuery,
  useTicketAuditQuery,
} from './my-data-api.ts';
import { Section } from './section.tsx';

const title = msg`Who looked at my data`;
const explanation = msg`The newest 50 entries of the last 180 days. All of them come with the download of your data.`;
const incomplete = msg`A part of the portal does not answer at the moment; its entries are missing here.`;
const none = msg`Nothing is recorded yet.`;
const who = msg`Who`;
const what = msg`What`;

const SHOWN = 50;
const request = { limit: SHOWN };
const anew = { refetchOnMountOrArgChange: true };

const toWord = (messages: Readonly<Record<string, Word>>, key: string): Word =>
  messages[key] ?? { te: key, en: key };

const columns = [
  { id: 'at', label: words.date, cell: ({ at }: AuditRecord) => dateTimeText(at) },
  { id: 'who', label: who, cell: ({ actor }: AuditRecord) => <Text of={toWord(actorMessages, actor)} /> },
  {
    id: 'what',
    label: what,
    cell: ({ action, application_id }: AuditRecord) => (
      <>
        <Sentence word={toWord(actionMessages, action)} /> {application_id}
      </>
    ),
  },
];

/** The newest entries of all services that respond. */
function useAuditEntries() {
  const queries = [
    useAuthAuditQuery(request, anew),
    useApplicationAuditQuery(request, anew),
    usePaymentAuditQuery(request, anew),
    useTicketAuditQuery(request, anew),
  ];
  const entries = queries.flatMap(({ data }) => data?.data ?? []);
  return {
    isLoading: queries.some(({ isLoading }) => isLoading),
    isIncomplete: queries.some(({ isError }) => isError),
    entries: [...entries].sort((one, other) => other.at.localeCompare(one.at)).slice(0, SHOWN),
  };
}

export function AuditEntries() {
  const { isLoading, isIncomplete, entries } = useAuditEntries();
  return (
    <Section title={title}>
      <Paragraph word={explanation} />
      {isIncomplete && <Paragraph word={incomplete} />}
      {isLoading && <Skeleton lines={3} />}
      {!isLoading && entries.length === 0 && <Paragraph word={none} />}
      {entries.length > 0 && (
        <RecordTable caption={title} columns={columns} rows={entries} keyOf={({ id }) => id} />
      )}
    </Section>
  );
}
