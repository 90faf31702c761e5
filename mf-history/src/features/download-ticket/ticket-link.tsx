import {
  Bilingual,
  Sentence,
  type TicketProps,
  type Tone,
  useRefetchOnUpdate,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useCallback, useEffect, useState } from 'react';
import { Download } from '../../files/download.tsx';
import { historyApi, ticketUrl } from '../../history-api.ts';

const pending: Word = msg`Hall ticket is being made`;
const pendingReissue: Word = msg`Hall ticket is being made anew`;
const reissueReason: Word = msg`The application was changed. The earlier hall ticket is no longer valid; this link gives the new one soon.`;

const [MIN_POLL_MS, MAX_POLL_MS] = [5_000, 60_000];

/**
 * A fallback for lost notices of the server, at least the second of svc-ticket's Retry-After. Rarer the longer it
 * takes: after an outage thousands wait, and their polls must not delay their tickets.
 */
const toPollMs = (waitedMs: number): number => Math.min(MAX_POLL_MS, Math.max(MIN_POLL_MS, waitedMs / 4));

interface TicketPendingProps {
  applicationId: string;
  /** An earlier version has a ticket. */
  isReissue: boolean;
  onMade: () => void;
}

function TicketPending({ applicationId, isReissue, onMade }: TicketPendingProps) {
  const [startedAt] = useState(Date.now);
  const [pollMs, setPollMs] = useState(MIN_POLL_MS);
  const query = historyApi.useIsTicketMadeQuery(applicationId, {
    pollingInterval: pollMs,
    skipPollingIfUnfocused: true,
  });
  const { data: isMade, fulfilledTimeStamp = startedAt } = query;
  const nextPollMs = toPollMs(fulfilledTimeStamp - startedAt);
  if (pollMs !== nextPollMs) setPollMs(nextPollMs);
  useRefetchOnUpdate(query);
  useEffect(() => {
    if (isMade) onMade();
  }, [isMade, onMade]);

  return (
    <span className="download" role="status">
      <span>
        <Bilingual word={isReissue ? pendingReissue : pending} />
      </span>
      {isReissue && (
        <span className="hint">
          <Sentence word={reissueReason} />
        </span>
      )}
    </span>
  );
}

const afterPayment: Word = msg`After payment`;
const afterScrutiny: Word = msg`After the papers are accepted`;

type TicketApplication = TicketProps['application'];

/** The service returns the newest version's ticket only, and its response is newer than the record. */
export function useTicketMade({ version, ticket_version }: TicketApplication) {
  const [reported, setReported] = useState<{ version: number; isMade: boolean }>();
  const isMade = reported?.version === version ? reported.isMade : ticket_version === version;
  const onReport = useCallback((made: boolean) => setReported({ version, isMade: made }), [version]);
  return { isMade, onReport };
}

interface PaidTicketProps extends ReturnType<typeof useTicketMade> {
  application: TicketApplication;
  tone: Tone;
}

export function Ticket({
  application: { application_id, ticket_version },
  isMade,
  onReport,
  tone,
}: PaidTicketProps) {
  const handleMade = useCallback(() => onReport(true), [onReport]);
  return isMade ? (
    <Download
      href={ticketUrl(application_id)}
      fileName={`${application_id}.pdf`}
      word={words.hallTicket}
      tone={tone}
      onPending={() => onReport(false)}
    />
  ) : (
    <TicketPending applicationId={application_id} isReissue={ticket_version !== null} onMade={handleMade} />
  );
}

/** Link to the ticket or, until it is ready, the reason. */
export function TicketLink({ application, tone = 'main' }: TicketProps & { tone?: Tone }) {
  const ticket = useTicketMade(application);
  const isPaid = application.payment_status === 'S';
  if (isPaid && !application.ticket_withheld)
    return <Ticket application={application} {...ticket} tone={tone} />;
  return (
    <span className="ticket-later">
      <Bilingual word={isPaid ? afterScrutiny : afterPayment} />
    </span>
  );
}
