import { type ApplicationRecord, routes } from '@archaka/contracts';
import { useLanguage, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { Download } from '../../files/download.tsx';

const word: Word = msg`Download as PDF`;

type Ordered = Pick<ApplicationRecord, 'order_id' | 'application_id'>;

/** The payments of the order, line by line, to keep or to show at a bank; in the language that is read. */
export function TimelineLink({ order_id, application_id }: Ordered) {
  const language = useLanguage();
  return (
    <Download
      href={`${routes.paymentTimeline.path}?${new URLSearchParams({ order_id, language })}`}
      fileName={`payments-${application_id}.pdf`}
      word={word}
    />
  );
}
