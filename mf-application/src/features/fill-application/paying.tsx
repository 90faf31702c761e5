import { Banner, ButtonLink, Facts, Paragraph, PayNow, words } from '@archaka/platform';
import { useEffect, useRef } from 'react';
import { useOwnApplications } from '../../own-applications.ts';
import { formWords } from '../../words.ts';

interface PayingProps {
  orderId: string;
  number: string;
  aadhaar: string;
}

/** Takes the place of the buttons once there is an order: what has happened and the way to the checkout. */
export function Paying({ orderId, number, aadhaar }: PayingProps) {
  const place = useRef<HTMLDivElement>(null);
  const application = useOwnApplications().find(({ order_id }) => order_id === orderId);
  const paid = application?.payment_status === 'S';
  // The button that was pressed is gone.
  useEffect(() => place.current?.focus(), []);
  return (
    <div className="stack" ref={place} tabIndex={-1}>
      <Banner tone="success" title={formWords.received}>
        {application && <Facts facts={[{ label: words.applicationId, value: application.application_id }]} />}
        <Paragraph word={paid ? formWords.paid : formWords.payToFinish} />
      </Banner>
      <div className="row">
        {!paid && <PayNow orderId={orderId} number={number} aadhaar={aadhaar} />}
        <ButtonLink to="/ticket" word={words.applicationHistory} />
      </div>
    </div>
  );
}
