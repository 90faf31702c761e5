import './catalogs.ts';
import type { ApplicationRecord, FilledForm } from '@archaka/contracts/calls';
import {
  type ApplicationModule,
  ButtonLink,
  Facts,
  PayNow,
  type PublicExamination,
  StatusBadge,
  StatusCard,
  skipToken,
  type User,
  useNotice,
  useRefetchOnUpdate,
  useStatusFocus,
  words,
} from '@archaka/platform';
import { type ComponentProps, useRef, useState } from 'react';
import { useApplicationQuery, useAttemptsQuery } from '../../application-api.ts';
import type { FormValues } from '../../form/form-values.ts';
import { toIdentityFact } from '../../form/identity-paper.ts';
import { useLocalDraftRemoval } from '../../local-draft/use-local-draft.ts';
import { UpdateOnDemand } from '../update-application/update-on-demand.tsx';
import { ConfirmDetails } from './confirm-details.tsx';
import { describeApplication, type Status } from './describe-application.ts';
import { describeHall } from './describe-hall.ts';
import { TicketPreview } from './ticket-preview.tsx';

/** The result of the submission on this page. */
export interface NewOrder {
  readonly orderId: string;
  /** As it was submitted. */
  readonly values: FormValues;
}

export interface SubmittedApplicationProps
  extends Pick<ComponentProps<ApplicationModule['Application']>, 'Ticket'> {
  user: User;
  examination: PublicExamination;
  /** Undefined until it is loaded. */
  application: ApplicationRecord | undefined;
  /** Undefined when the application was submitted before this page was opened. */
  newOrder: NewOrder | undefined;
}

/** This year's application of the applicant: state, next step and, until it is paid, its contents. */
export function SubmittedApplication({
  user,
  examination,
  application,
  newOrder,
  Ticket,
}: SubmittedApplicationProps) {
  const container = useRef<HTMLDivElement>(null);
  useStatusFocus(container, newOrder !== undefined);
  useLocalDraftRemoval(user);
  const orderId = application?.order_id ?? newOrder?.orderId ?? '';
  const unpaidOrderId = application?.payment_status === 'S' ? '' : orderId;
  const status = useStatus(application, unpaidOrderId);
  const details = useUnpaidDetails(application, newOrder);
  const hall = application ? describeHall(application, examination) : [];
  return (
    <div className="stack">
      <div ref={container} id="status" tabIndex={-1}>
        <StatusCard {...status} sentences={[...status.sentences, ...hall]} level={3}>
          {status.nextStep === 'pay' && (
            <PayNow orderId={orderId} number={user.number} aadhaar={details?.aadhar} />
          )}
          {application && status.nextStep === 'ticket' && (
            <TicketStep application={application} Ticket={Ticket} />
          )}
          {application && <ApplicationFacts application={application} />}
          <div className="row">
            {unpaidOrderId !== '' && (
              <ButtonLink
                to={`/paymentstatus?order_id=${encodeURIComponent(orderId)}`}
                word={words.paymentStatus}
              />
            )}
            <ButtonLink to="/ticket" word={words.applicationHistory} />
          </div>
        </StatusCard>
      </div>
      {details && (
        <UnpaidDetails
          applicationId={application?.application_id}
          {...details}
          identity={toIdentityFact(details, examination)}
        />
      )}
    </div>
  );
}

const justReceived = describeApplication({ payment_status: '', version: 1, ticket_version: null });

function useStatus(application: ApplicationRecord | undefined, unpaidOrderId: string): Status {
  const { data, refetch } = useAttemptsQuery(unpaidOrderId ? { order_id: unpaidOrderId } : skipToken);
  useRefetchOnUpdate(() => unpaidOrderId && refetch());
  return application ? describeApplication(application, data?.data) : justReceived;
}

type Details = Pick<FilledForm, 'number' | 'aadhar' | 'name' | 'identity_kind' | 'identity_number'>;

function useUnpaidDetails(
  application: ApplicationRecord | undefined,
  newOrder: NewOrder | undefined,
): Details | undefined {
  const id = application?.payment_status === 'S' ? undefined : application?.application_id;
  const { data, refetch } = useApplicationQuery(id ? { application_id: id } : skipToken);
  useNotice('application-changed', () => id && refetch());
  return application?.payment_status === 'S' ? undefined : (data?.data?.[0] ?? newOrder?.values);
}

const TicketStep = ({
  application,
  Ticket,
}: { application: ApplicationRecord } & Pick<SubmittedApplicationProps, 'Ticket'>) =>
  Ticket ? (
    <Ticket application={application} />
  ) : (
    <ButtonLink to="/ticket" word={words.hallTicket} tone="main" />
  );

const ApplicationFacts = ({
  application: { application_id, payment_status },
}: {
  application: ApplicationRecord;
}) => (
  <Facts
    facts={[
      { label: words.applicationId, value: application_id },
      { label: words.paymentStatus, value: <StatusBadge status={payment_status} /> },
    ]}
  />
);

function UnpaidDetails({
  applicationId,
  ...details
}: Omit<ComponentProps<typeof ConfirmDetails>, 'onCorrect'> & { applicationId: string | undefined }) {
  const [correcting, setCorrecting] = useState(false);
  return (
    <>
      <ConfirmDetails {...details} onCorrect={applicationId ? () => setCorrecting(true) : undefined} />
      {applicationId && <TicketPreview applicationId={applicationId} />}
      {correcting && applicationId && (
        <UpdateOnDemand applicationId={applicationId} onClose={() => setCorrecting(false)} />
      )}
    </>
  );
}
