import {
  applicationClaimLost,
  applicationSubmitted,
  applicationUpdated,
  paymentCaptured,
  paymentReversed,
} from '@archaka/contracts';
import { on, type Taken } from '@archaka/service-kit';
import { withEdition, withPayment, withReturning } from '../domain/application.ts';
import type { RecordNews } from '../features/record-news/record-news.ts';

/** What svc-ticket hears of, in any order. */
export const takes = (record: RecordNews): Taken[] => [
  ...[applicationSubmitted, applicationUpdated].map((told) =>
    on(told, ({ application_id, version, user_id, snapshot }) =>
      record(application_id, (application) => withEdition(application, { version, user_id, snapshot })),
    ),
  ),
  on(paymentCaptured, ({ application_id, order_id, payment_id, amount }) =>
    record(application_id, (application) => withPayment(application, { order_id, payment_id, amount })),
  ),
  ...[applicationClaimLost, paymentReversed].map((told) =>
    on(told, ({ application_id, payment_id }) =>
      record(application_id, (application) => withReturning(application, payment_id)),
    ),
  ),
];
