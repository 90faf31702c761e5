import { Button, dateText, portalNow, Sentence, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useEffect, useId, useState } from 'react';
import { IconWord } from '../../icon-word.tsx';

/** The maximum of a browser's timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Whether an instant (ISO 8601) has passed by the portal's time; also updates when it passes. */
function useHasPassed(instant: string | undefined): boolean {
  const [now, setNow] = useState(portalNow);
  const end = instant === undefined ? Number.POSITIVE_INFINITY : Date.parse(instant);

  useEffect(() => {
    if (now > end) return;
    const waitMs = Math.min(end + 1 - portalNow(), MAX_TIMER_MS);
    const timer = setTimeout(() => setNow(portalNow()), waitMs);
    return () => clearTimeout(timer);
  }, [now, end]);

  return now > end;
}

interface UpdateButtonProps {
  /** The last instant for edits (ISO 8601); undefined while unknown. */
  editUntil: string | undefined;
  onClick: () => void;
}

const editsClosedMessage = (lastDay: string) => msg`Edits were possible until ${lastDay}`;

/** Remains after the end of edits and says so; a press then opens the dialog that explains it. */
export function UpdateButton({ editUntil, onClick }: UpdateButtonProps) {
  const isClosed = useHasPassed(editUntil);
  const reasonId = useId();
  return (
    <span className="update">
      <Button onClick={onClick} aria-describedby={isClosed ? reasonId : undefined}>
        <IconWord icon="edit" word={words.applicationUpdate} />
      </Button>
      {isClosed && (
        <span className="hint" id={reasonId}>
          <Sentence word={editsClosedMessage(dateText(editUntil ?? ''))} />
        </span>
      )}
    </span>
  );
}
