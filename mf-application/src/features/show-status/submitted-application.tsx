import { type ApplicationRecord, clockText, type HallSeat, routes } from '@archaka/contracts/calls';
import {
  type ApplicationModule,
  addCatalogs,
  Bilingual,
  Button,
  ButtonLink,
  dateText,
  describeApplication,
  Facts,
  Icon,
  inBoth,
  Paragraph,
  PayNow,
  type PublicExamination,
  portalNow,
  Skeleton,
  StatusBadge,
  StatusCard,
  skipToken,
  Telephones,
  type User,
  useBothTexts,
  useNotice,
  useRefetchOnUpdate,
  useStatusFocus,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { applicationApi } from '../../application-api.ts';
import { useLocalDraftRemoval } from '../../local-draft/use-local-draft.ts';
import { UpdateApplication } from '../update-application/update-application.tsx';
import { AppealForm } from './appeal-form.tsx';
import { Grievances } from './grievances.tsx';
import * as catalogs from './locales/te.po';
import { ResultMarks, Revaluation } from './results.tsx';

addCatalogs(catalogs);

const statusMessages = {
  editApplication: msg`Edit Application`,
  ticketPreview: msg`Hall ticket as it will be printed`,
  openPreview: msg`Open it in full size`,
  ticketPreviewHint: msg`It becomes valid once the fee has arrived.`,
} as const satisfies Record<string, Word>;

export interface SubmittedApplicationProps
  extends Pick<ComponentProps<ApplicationModule['Application']>, 'Ticket' | 'Memo'> {
  user: User;
  examination: PublicExamination;
  /** Undefined until it is loaded. */
  application: ApplicationRecord | undefined;
  /** The order of a submission on this page. */
  newOrder: string | undefined;
}

function useOrderAttempts(orderId: string) {
  const query = applicationApi.useAttemptsQuery(orderId === '' ? skipToken : { order_id: orderId });
  useRefetchOnUpdate(query);
  return { attempts: query.data?.data, failed: query.error !== undefined };
}

/** This year's application of the applicant: state, next step and, until it is paid, the preview of its ticket. */
export function SubmittedApplication({
  user,
  examination,
  application,
  newOrder,
  Ticket,
  Memo,
}: SubmittedApplicationProps) {
  const container = useRef<HTMLDivElement>(null);
  useStatusFocus(container, newOrder !== undefined);
  useLocalDraftRemoval(user);
  const isPaid = application?.payment_status === 'S';
  const orderId = application?.order_id ?? newOrder ?? '';
  const { attempts = newOrder || orderId === '' ? [] : undefined, failed } = useOrderAttempts(orderId);
  const { attempts: revaluation } = useOrderAttempts(application?.revaluation?.order_id ?? '');
  const known = { attempts, revaluation, failed };
  const status = describeApplication(application ?? justReceived, known, undefined, examination);
  const [isCorrecting, setCorrecting] = useState(false);
  const mayEdit =
    application && status?.nextStep !== 'correct' && portalNow() <= Date.parse(examination.edit_until);
  const hasResult = status?.nextStep === 'memo';
  const hall = application && !hasResult ? describeHall(application, examination) : [];
  return (
    <div className="stack">
      <div ref={container} id="status" tabIndex={-1}>
        {status ? (
          <StatusCard {...status} sentences={[...status.sentences, ...hall]} level={3}>
            {status.mayPay && orderId !== '' && (
              <PayNow
                orderId={orderId}
                number={user.number}
                tone={status.nextStep === 'pay' ? 'main' : 'plain'}
              />
            )}
            {Ticket && application && status.nextStep === 'ticket' && <Ticket application={application} />}
            {hasResult && application?.result && (
              <>
                <ResultMarks result={application.result} examination={examination} />
                {Memo && <Memo application={application} />}
                <Revaluation application={application} examination={examination} attempts={revaluation} />
              </>
            )}
            {status.nextStep === 'correct' && (
              <div className="row">
                <Button word={words.correctApplication} tone="main" onClick={() => setCorrecting(true)} />
              </div>
            )}
            {status.nextStep === 'appeal' && application && (
              <AppealForm applicationId={application.application_id} />
            )}
            {status.nextStep === 'call-office' && (
              <p className="row">
                <Icon name="phone" />
                <Telephones numbers={[examination.contacts.office]} />
              </p>
            )}
            {application && (
              <Facts
                facts={[
                  { label: words.applicationId, value: application.application_id },
                  {
                    label: words.paymentStatus,
                    value: <StatusBadge status={application.payment_status} />,
                  },
                ]}
              />
            )}
            <div className="row">
              {orderId !== '' && !isPaid && (
                <ButtonLink
                  to={`/paymentstatus?order_id=${encodeURIComponent(orderId)}`}
                  word={words.paymentStatus}
                />
              )}
              <ButtonLink to="/ticket" word={words.applicationHistory} tone="link" />
              {mayEdit && <ButtonLink to="/ticket" word={statusMessages.editApplication} tone="link" />}
            </div>
            {mayEdit && (
              <Paragraph className="hint" word={toEditsMessage(dateText(examination.edit_until))} />
            )}
          </StatusCard>
        ) : (
          <Skeleton lines={4} />
        )}
      </div>
      {isCorrecting && application && (
        <UpdateApplication applicationId={application.application_id} onClose={() => setCorrecting(false)} />
      )}
      {application && (
        <Grievances applicationId={application.application_id} grievances={application.grievances ?? []} />
      )}
      {application && !isPaid && <TicketPreview applicationId={application.application_id} />}
    </div>
  );
}

const justReceived = { payment_status: '', version: 1, ticket_version: null } as const;

const toEditsMessage = (day: string): Word => msg`You may edit the application until ${day}.`;

type ExaminationDay = Pick<PublicExamination, 'examination_date' | 'reporting_time'>;

function describeDay({ examination_date, reporting_time }: ExaminationDay): Word[] {
  if (!examination_date) return [];
  const day = dateText(examination_date);
  if (!reporting_time) return [msg`Examination: ${day}`];
  return [
    inBoth((language) => {
      const time = clockText(reporting_time)[language];
      return msg`Examination: ${day}, be there by ${time}`;
    }),
  ];
}

const describeSeat = ({ roll_number: rollNumber, centre }: HallSeat): Word =>
  inBoth((language) => {
    const name = language === 'te' ? centre.name_te : centre.name;
    return msg`Centre: ${name}. Roll number: ${rollNumber}`;
  });

/** Date, time and place of a paid applicant, as far as known. */
const describeHall = ({ payment_status, hall }: ApplicationRecord, examination: ExaminationDay): Word[] =>
  payment_status === 'S' ? [...describeDay(examination), ...(hall ? [describeSeat(hall)] : [])] : [];

/** The width of A4 in CSS pixels, for which the page is laid out. */
const SHEET_WIDTH = 794;

/** The available width as a share of the sheet's. */
function useSheetScale() {
  const holder = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(0);
  useEffect(() => {
    const measure = () => setScale((holder.current?.clientWidth ?? 0) / SHEET_WIDTH);
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  return { holder, scale };
}

/** A preview of the hall ticket, in a frame without scripts. */
function TicketPreview({ applicationId }: { applicationId: string }) {
  const [change, setChange] = useState(0);
  useNotice('application-changed', () => setChange((count) => count + 1));
  const { holder, scale } = useSheetScale();
  const title = useBothTexts()(statusMessages.ticketPreview);
  const path = routes.previewTicket.path.replace(':application_id', encodeURIComponent(applicationId));
  return (
    <section className="stack" aria-labelledby="ticket-preview-title">
      <h4 id="ticket-preview-title">
        <Bilingual word={statusMessages.ticketPreview} />
      </h4>
      <Paragraph word={statusMessages.ticketPreviewHint} />
      <div ref={holder} className="ticket-preview">
        {scale > 0 && (
          <iframe
            key={change}
            src={path}
            title={title}
            sandbox=""
            loading="lazy"
            style={{ transform: `scale(${scale})` }}
          />
        )}
      </div>
      <a href={path} target="_blank" rel="noreferrer">
        <Bilingual word={statusMessages.openPreview} />
      </a>
    </section>
  );
}
