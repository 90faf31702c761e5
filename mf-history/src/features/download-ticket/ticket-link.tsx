import type { ApplicationRecord } from '@archaka/contracts';
import { Bilingual, type Word, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { Download } from '../../files/download.tsx';
import { ticketAddress } from '../../history-api.ts';
import { TicketBeingMade } from './ticket-being-made.tsx';

const afterPayment: Word = msg`After payment`;

type Ticketed = Pick<ApplicationRecord, 'application_id' | 'payment_status' | 'version' | 'ticket_version'>;

/** The way to the ticket; until it is there, why not. */
export function TicketLink({ application }: { application: Ticketed }) {
  const { payment_status, version } = application;
  if (payment_status !== 'S') return <Bilingual word={afterPayment} />;
  return <Ticket key={version} application={application} />;
}

/** The service gives the newest version's ticket only; what it said when asked is newer than the record. */
function Ticket({ application: { application_id, version, ticket_version } }: { application: Ticketed }) {
  const [asked, setAsked] = useState<boolean>();
  const isMade = asked ?? ticket_version === version;
  return isMade ? (
    <Download
      href={ticketAddress(application_id)}
      fileName={`${application_id}.pdf`}
      word={words.hallTicket}
      onNotYet={() => setAsked(false)}
    />
  ) : (
    <TicketBeingMade
      applicationId={application_id}
      isAnew={ticket_version !== null}
      onMade={() => setAsked(true)}
    />
  );
}
