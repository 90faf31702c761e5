import { Banner, Button, dateTimeText, Paragraph } from '@archaka/platform';
import { formWords, otherTypedOn, refilledFrom } from '../words.ts';
import { RefilledNote } from './refilled-note.tsx';
import type { useDeviceCopy } from './use-device-copy.ts';

interface DeviceCopyNotesProps {
  copy: ReturnType<typeof useDeviceCopy>;
  /** Whether there is a draft on the server. */
  hasDraft: boolean;
}

/** Says, above the form, what of it comes from this device and what else is here. */
export function DeviceCopyNotes({ copy, hasDraft }: DeviceCopyNotesProps) {
  const { refilled, offered } = copy;
  return (
    <>
      {offered && (
        <Banner tone="warning" title={formWords.twoForms}>
          <Paragraph word={otherTypedOn(dateTimeText(offered.typedAt))} />
          <div className="row">
            <Button word={formWords.takeTyped} onClick={() => copy.takeOffered(offered)} />
            <Button word={formWords.keepSaved} onClick={() => copy.dropOffered(offered)} />
          </div>
        </Banner>
      )}
      {refilled && (
        <RefilledNote
          word={refilledFrom(dateTimeText(refilled.typedAt))}
          hasDraft={hasDraft}
          onStartAgain={copy.startFromDraft}
        />
      )}
    </>
  );
}
