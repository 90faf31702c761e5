import type { ApplicationRecord } from '@archaka/contracts';
import { Bilingual, Button, type Column, dateText, PayNow, StatusBadge, words } from '@archaka/platform';
import type { useExamWords } from '../../exam-words.ts';
import { TicketLink } from '../download-ticket/ticket-link.tsx';

interface ColumnsOptions {
  exam: ReturnType<typeof useExamWords>;
  onView: (application: ApplicationRecord) => void;
  onUpdate: (application: ApplicationRecord) => void;
}

/** The columns of the specification, section 2, and the ticket. */
export const columnsOf = ({ exam, onView, onUpdate }: ColumnsOptions): Column<ApplicationRecord>[] => [
  { id: 'row', label: words.rowNumber, cell: (_application, index) => index + 1 },
  { id: 'date', label: words.date, cell: ({ date }) => dateText(date) },
  { id: 'application', label: words.applicationId, cell: ({ application_id }) => application_id },
  { id: 'name', label: words.name, cell: ({ name }) => name },
  {
    id: 'exam',
    label: words.examType,
    cell: ({ exam_type }) => <Bilingual word={exam.examType(exam_type)} />,
  },
  { id: 'payment', label: words.paymentStatus, cell: (application) => <Payment application={application} /> },
  {
    id: 'view',
    label: words.view,
    cell: (application) => <Button word={words.view} onClick={() => onView(application)} />,
  },
  {
    id: 'update',
    label: words.applicationUpdate,
    cell: (application) => <Button word={words.applicationUpdate} onClick={() => onUpdate(application)} />,
  },
  { id: 'ticket', label: words.hallTicket, cell: (application) => <TicketLink application={application} /> },
];

function Payment({ application }: { application: ApplicationRecord }) {
  const { payment_status, order_id, number } = application;
  return (
    <div className="stack">
      <StatusBadge status={payment_status} />
      {payment_status !== 'S' && order_id !== '' && <PayNow orderId={order_id} number={number} />}
    </div>
  );
}
