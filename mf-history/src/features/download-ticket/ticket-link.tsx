import type { ApplicationRecord } from '@archaka/contracts';
import { Bilingual, Sentence, useNotice, type Word, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { Download } from '../../files/download.tsx';
import { ticketUrl, useIsTicketMadeQuery } from '../../history-api.ts';

const pending: Word = msg`Hall ticket is being made`;
const pendingReissue: Word = msg`Hall ticket is being made anew`;
const reissueReason: Word = msg`The application was changed. The earlier hall ticket is no longer valid; this link gives the new one soon.`;

/** Only in case that the server's own notice does not get through; svc-ticket asks for at least 1 s (Retry-After). */
const POLL_INTERVAL_MS = 5000;

interface TicketPendingProps {
  applicationId: string;
  /** There was an earlier ticket, of an earlier version. */
  isReissue: boolean;
  onMade: () => void;
}

/** Waits for the ticket, by the server's notice and by asking now and then. */
function TicketPending({ applicationId, isReissue, onMade }: TicketPendingProps) {
  const { data: isMade, refetch } = useIsTicketMadeQuery(applicationId, {
    pollingInterval: POLL_INTERVAL_MS,
    skipPollingIfUnfocused: true,
  });
  useNotice('ticket-changed', refetch);
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

type TicketApplication = Pick<
  ApplicationRecord,
  'application_id' | 'payment_status' | 'version' | 'ticket_version'
>;

export function TicketLink({ application }: { application: TicketApplication }) {
  const { payment_status, version } = application;
  if (payment_status !== 'S') return <Bilingual word={afterPayment} />;
  return <Ticket key={version} application={application} />;
}

/** The service gives the newest version's ticket only; what it said when asked is newer than the record. */
function Ticket({
  application: { application_id, version, ticket_version },
}: {
  application: TicketApplication;
}) {
  const [reportedMade, setReportedMade] = useState<boolean>();
  const isMade = reportedMade ?? ticket_version === version;
  return isMade ? (
    <Download
      href={ticketUrl(application_id)}
      fileName={`${application_id}.pdf`}
      word={words.hallTicket}
      onPending={() => setReportedMade(false)}
    />
  ) : (
    <TicketPending
      applicationId={application_id}
      isReissue={ticket_version !== null}
      onMade={() => setReportedMade(true)}
    />
  );
}
