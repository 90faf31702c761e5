import type { ApplicationRecord } from '@archaka/contracts/calls';
import { Bilingual, Button, type Column, dateText, words } from '@archaka/platform';
import { IconWord } from '../../icon-word.tsx';
import type { ExamLabels } from '../../use-exam-labels.ts';
import { ExaminationDay } from '../download-calendar/examination-day.tsx';
import { TicketLink } from '../download-ticket/ticket-link.tsx';
import { Payment } from './payment.tsx';
import { UpdateButton } from './update-button.tsx';

interface ColumnsOptions {
  examLabels: ExamLabels;
  /** Both by application id. */
  onView: (applicationId: string) => void;
  onUpdate: (applicationId: string) => void;
}

/** The columns of the specification, section 2, and the ticket. */
export const createColumns = ({
  examLabels,
  onView,
  onUpdate,
}: ColumnsOptions): Column<ApplicationRecord>[] => [
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
    cell: ({ application_id }) => (
      <UpdateButton editUntil={examLabels.editUntil} onClick={() => onUpdate(application_id)} />
    ),
  },
  {
    id: 'ticket',
    label: words.hallTicket,
    cell: (application) => (
      <>
        <TicketLink application={application} />
        <ExaminationDay application={application} />
      </>
    ),
  },
];
