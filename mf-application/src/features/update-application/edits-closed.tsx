import { Banner, dateText, Paragraph } from '@archaka/platform';
import { editsClosedSince, formWords } from '../../words.ts';

/** Why an application can no longer be edited. */
export function EditsClosed({ editUntil }: { editUntil: string }) {
  return (
    <Banner tone="warning" title={formWords.editsClosed}>
      <Paragraph word={editsClosedSince(dateText(editUntil))} />
    </Banner>
  );
}
