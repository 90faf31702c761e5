import type { ApplicationRecord } from '@archaka/contracts';
import { Bilingual, type Word, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

const beingMade: Word = msg`Hall ticket is being made`;
const afterPayment: Word = msg`After payment`;

type Ticketed = Pick<ApplicationRecord, 'application_id' | 'payment_status' | 'version' | 'ticket_version'>;

/** The way to the ticket; until it is there, why not. */
export function TicketLink({ application }: { application: Ticketed }) {
  const { application_id, payment_status, version, ticket_version } = application;
  if (payment_status !== 'S') return <Bilingual word={afterPayment} />;
  if (ticket_version !== version) {
    return (
      <span role="status">
        <Bilingual word={beingMade} />
      </span>
    );
  }
  return (
    <a
      className="button button-plain"
      href={`/api/tickets/${application_id}`}
      download={`${application_id}.pdf`}
    >
      <Bilingual word={words.hallTicket} />
    </a>
  );
}
