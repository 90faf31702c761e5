import '../locales/catalogs.ts';
import '../style/history.css';
import '../style/list.css';
import '../style/print.css';
import type { HistoryModule } from '@archaka/platform';
import { MemoLink } from '../features/download-memo/memo-link.tsx';
import { TicketLink } from '../features/download-ticket/ticket-link.tsx';
import { History } from '../features/list-applications/history.tsx';
import { PaymentStatus } from '../features/show-payment/payment-status.tsx';

const exposedModule: HistoryModule = { History, PaymentStatus, Ticket: TicketLink, Memo: MemoLink };

export default exposedModule;
