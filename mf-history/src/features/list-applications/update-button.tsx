import { Button, dateText, Sentence, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useId } from 'react';
import { useHasPassed } from '../../use-has-passed.ts';

interface UpdateButtonProps {
  /** The last instant for edits (ISO 8601); undefined while it is not known. */
  editUntil: string | undefined;
  onClick: () => void;
}

const editsClosedMessage = (lastDay: string) => msg`Edits were possible until ${lastDay}`;

/** Stays when edits have closed, and says so; a press then leads to the dialog that explains it. */
export function UpdateButton({ editUntil, onClick }: UpdateButtonProps) {
  const isClosed = useHasPassed(editUntil);
  const reasonId = useId();
  return (
    <span className="update">
      <Button
        word={words.applicationUpdate}
        onClick={onClick}
        aria-describedby={isClosed ? reasonId : undefined}
      />
      {isClosed && (
        <span className="hint" id={reasonId}>
          <Sentence word={editsClosedMessage(dateText(editUntil ?? ''))} />
        </span>
      )}
    </span>
  );
}
