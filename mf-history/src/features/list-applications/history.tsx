import type { ApplicationRecord } from '@archaka/contracts/calls';
import {
  Bilingual,
  Button,
  ButtonLink,
  type Column,
  dateText,
  Facts,
  type HistoryModule,
  Paragraph,
  RecordTable,
  Skeleton,
  sayError,
  useExamination,
  useRefetchOnUpdate,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type ComponentProps, useEffect, useState } from 'react';
import { Download, IconWord } from '../../files/download.tsx';
import { calendarUrl, historyApi } from '../../history-api.ts';
import { LoadFailed } from '../../load-failed.tsx';
import { type ExamLabels, useExamLabels } from '../../use-exam-labels.ts';
import { TicketLink } from '../download-ticket/ticket-link.tsx';
import { listFacts, toHallFacts } from '../view-application/application-facts.tsx';
import { ViewApplication } from '../view-application/view-application.tsx';
import { Payment, UpdateButton } from './payment.tsx';

interface ColumnsOptions {
  examLabels: ExamLabels;
  /** Both by application id. */
  onView: (applicationId: string) => void;
  onUpdate: (applicationId: string) => void;
}

/** The columns of the specification, section 2, and the ticket. */
const createColumns = ({ examLabels, onView, onUpdate }: ColumnsOptions): Column<ApplicationRecord>[] => [
  { id: 'row', label: words.rowNumber, cell: (_application, index) => index + 1 },
  { id: 'date', label: words.date, cell: ({ date }) => dateText(date) },
  { id: 'application', label: words.applicationId, cell: ({ application_id }) => application_id },
  { id: 'name', label: words.name, cell: ({ name }) => name },
  {
    id: 'exam',
    label: words.examType,
    cell: ({ exam_type }) => <Bilingual word={examLabels.examType(exam_type)} />,
  },
  { id: 'payment', label: words.paymentStatus, cell: (application) => <Payment application={application} /> },
  {
    id: 'view',
    label: words.view,
    cell: ({ application_id }) => (
      <Button onClick={() => onView(application_id)}>
        <IconWord icon="eye" word={words.view} />
      </Button>
    ),
  },
  {
    id: 'update',
    label: words.applicationUpdate,
    cell: (application) => (
      <UpdateButton
        application={application}
        editUntil={examLabels.editUntil}
        onClick={() => onUpdate(application.application_id)}
      />
    ),
  },
  {
    id: 'ticket',
    label: words.hallTicket,
    cell: (application) => (
      <>
        <TicketLink application={application} tone={application.result ? 'plain' : 'main'} />
        <ExaminationDay application={application} />
      </>
    ),
  },
];

const noApplicationYet: Word = msg`No application yet`;
const historyExplanation: Word = msg`What you submit in the application form stands here, with its payment and its hall ticket.`;

function NoApplication() {
  return (
    <div className="stack">
      <p className="lead">
        <Bilingual word={noApplicationYet} />
      </p>
      <Paragraph word={historyExplanation} />
      <ButtonLink to="/#application-form" word={words.applicationForm} tone="main" />
    </div>
  );
}

export function History({ UpdateApplication }: ComponentProps<HistoryModule['History']>) {
  const query = historyApi.useApplicationsQuery(undefined);
  const { data, error, isFetching, refetch } = query;
  const [viewedId, setViewedId] = useState<string>();
  const [updatedId, setUpdatedId] = useState<string>();
  const examLabels = useExamLabels();
  useRefetchOnUpdate(query);
  const failed = !data && error !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported once for any number of retries
  useEffect(() => {
    if (failed && 'kind' in error) sayError(error);
  }, [failed]);

  if (failed) return <LoadFailed busy={isFetching} onRetry={refetch} />;
  if (!data) return <Skeleton lines={4} />;
  const applications = data.data ?? [];
  if (applications.length === 0) return <NoApplication />;
  return (
    <>
      <div className="applications">
        <RecordTable
          caption={words.applicationHistory}
          columns={createColumns({ examLabels, onView: setViewedId, onUpdate: setUpdatedId })}
          rows={applications}
          keyOf={({ application_id }) => application_id}
        />
      </div>
      <ViewApplication
        application={applications.find(({ application_id }) => application_id === viewedId)}
        onClose={() => setViewedId(undefined)}
      />
      {updatedId && <UpdateApplication applicationId={updatedId} onClose={() => setUpdatedId(undefined)} />}
    </>
  );
}

const calendarFile: Word = msg`Calendar file`;

/** Date, time and place of a paid applicant, with a calendar file; empty before they are known. */
export function ExaminationDay({ application }: { application: ApplicationRecord }) {
  const { examination } = useExamination();
  const { rollNumber, centre, examinationDate, reportingTime } = toHallFacts(application, examination);
  const facts = listFacts([rollNumber, centre, examinationDate, reportingTime]);
  if (facts.length === 0) return null;
  return (
    <div className="stack">
      <Facts facts={facts} />
      {examination?.examination_date && (
        <Download
          href={calendarUrl(application.application_id)}
          fileName={`${application.application_id}.ics`}
          word={calendarFile}
          tone="link"
        />
      )}
    </div>
  );
}
