import '../locales/catalogs.ts';
import type { HistoryDoor } from '@archaka/platform';
import { History } from '../features/list-applications/history.tsx';
import { PaymentStatus } from '../features/show-payment/payment-status.tsx';

const door: HistoryDoor = { History, PaymentStatus };

export default door;
