import { addCatalogs, type HistoryModule } from '@archaka/platform';
import * as catalogs from '../locales/te.po';
import '../style/list.css';
import '../style/history.css';
import { TicketLink } from '../features/download-ticket/ticket-link.tsx';
import { History } from '../features/list-applications/history.tsx';
import { PaymentStatus } from '../features/show-payment/payment-status.tsx';
import { MemoLink } from '../files/download.tsx';

addCatalogs(catalogs);

const exposedModule: HistoryModule = { History, PaymentStatus, Ticket: TicketLink, Memo: MemoLink };

export default exposedModule;
