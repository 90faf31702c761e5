import { type ApplicationRecord, routes } from '@archaka/contracts';
import { useLanguage, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { Download } from '../../files/download.tsx';

const label: Word = msg`Download as PDF`;

type TimelineLinkProps = Pick<ApplicationRecord, 'order_id' | 'application_id'>;

/** The payments of the order, line by line, to keep or to show at a bank; in the language that is read. */
export function TimelineLink({ order_id, application_id }: TimelineLinkProps) {
  const language = useLanguage();
  return (
    <Download
      href={`${routes.paymentTimeline.path}?${new URLSearchParams({ order_id, language })}`}
      fileName={`payments-${application_id}.pdf`}
      word={label}
    />
  );
}
