import { Banner, ButtonLink, Facts, Paragraph, PayNow, skipToken, useNotice, words } from '@archaka/platform';
import { useEffect, useRef, useState } from 'react';
import { useApplicationQuery } from '../../application-api.ts';
import type { FormValues } from '../../form/form-values.ts';
import { formMessages } from '../../messages.ts';
import { useOwnApplications } from '../../use-own-applications.ts';
import { UpdateApplication } from '../update-application/update-application.tsx';
import { ConfirmDetails } from './confirm-details.tsx';
import { TicketPreview } from './ticket-preview.tsx';

interface PaymentStepProps {
  orderId: string;
  submitted: FormValues;
}

export function PaymentStep({ orderId, submitted }: PaymentStepProps) {
  const container = useRef<HTMLDivElement>(null);
  const [correcting, setCorrecting] = useState(false);
  const application = useOwnApplications().find(({ order_id }) => order_id === orderId);
  const applicationId = application?.application_id;
  const { data, refetch } = useApplicationQuery(
    applicationId ? { application_id: applicationId } : skipToken,
  );
  useNotice('application-changed', () => applicationId && refetch());
  const { number, aadhar, name } = data?.data?.[0] ?? submitted;
  const paid = application?.payment_status === 'S';
  // The button that was pressed is gone.
  useEffect(() => container.current?.focus(), []);
  return (
    <div className="stack" ref={container} tabIndex={-1}>
      <Banner tone="success" title={formMessages.received}>
        {applicationId && <Facts facts={[{ label: words.applicationId, value: applicationId }]} />}
        <Paragraph word={paid ? formMessages.paid : formMessages.payToFinish} />
      </Banner>
      {!paid && (
        <ConfirmDetails
          {...{ number, aadhar, name }}
          onCorrect={applicationId ? () => setCorrecting(true) : undefined}
        />
      )}
      {!paid && applicationId && <TicketPreview applicationId={applicationId} />}
      <div className="row">
        {!paid && <PayNow orderId={orderId} number={number} aadhaar={aadhar} />}
        <ButtonLink to="/ticket" word={words.applicationHistory} />
      </div>
      {correcting && applicationId && (
        <UpdateApplication applicationId={applicationId} onClose={() => setCorrecting(false)} />
      )}
    </div>
  );
}
