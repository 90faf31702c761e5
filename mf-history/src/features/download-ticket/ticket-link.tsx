import type { ApplicationRecord } from '@archaka/contracts';
import { Bilingual, type Word, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { Download } from '../../files/download.tsx';
import { ticketUrl } from '../../history-api.ts';
import { TicketPending } from './ticket-pending.tsx';

const afterPayment: Word = msg`After payment`;

type TicketApplication = Pick<
  ApplicationRecord,
  'application_id' | 'payment_status' | 'version' | 'ticket_version'
>;

/** The way to the ticket; until it is there, why not. */
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
