import { Bilingual, Sentence, useNotice, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useEffect } from 'react';
import { useIsTicketMadeQuery } from '../../history-api.ts';

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
export function TicketPending({ applicationId, isReissue, onMade }: TicketPendingProps) {
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
