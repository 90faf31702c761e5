import { Banner, dateText, Paragraph } from '@archaka/platform';
import { editsClosedMessage, formMessages } from '../../messages.ts';

/** Why an application can no longer be edited. */
export function EditsClosed({ editUntil }: { editUntil: string }) {
  return (
    <Banner tone="warning" title={formMessages.editsClosed}>
      <Paragraph word={editsClosedMessage(dateText(editUntil))} />
    </Banner>
  );
}
