import { Bilingual, Sentence, useNotice, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useEffect } from 'react';
import { useIsTicketMadeQuery } from '../../history-api.ts';

const beingMade: Word = msg`Hall ticket is being made`;
const beingMadeAnew: Word = msg`Hall ticket is being made anew`;
const whyAnew: Word = msg`The application was changed. The earlier hall ticket is no longer valid; this link gives the new one soon.`;

/** Only in case that the server's own notice does not get through; svc-ticket asks for at least 1 s (Retry-After). */
const ASK_AGAIN_MS = 5000;

interface TicketBeingMadeProps {
  applicationId: string;
  /** There was an earlier ticket, of an earlier version. */
  isAnew: boolean;
  onMade: () => void;
}

/** Waits for the ticket, by the server's notice and by asking now and then. */
export function TicketBeingMade({ applicationId, isAnew, onMade }: TicketBeingMadeProps) {
  const { data: isMade, refetch } = useIsTicketMadeQuery(applicationId, {
    pollingInterval: ASK_AGAIN_MS,
    skipPollingIfUnfocused: true,
  });
  useNotice('ticket-changed', refetch);
  useEffect(() => {
    if (isMade) onMade();
  }, [isMade, onMade]);

  return (
    <span className="download" role="status">
      <span>
        <Bilingual word={isAnew ? beingMadeAnew : beingMade} />
      </span>
      {isAnew && (
        <span className="hint">
          <Sentence word={whyAnew} />
        </span>
      )}
    </span>
  );
}
