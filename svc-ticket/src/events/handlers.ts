import {
  applicationClaimLost,
  applicationSubmitted,
  applicationUpdated,
  paymentCaptured,
  paymentReversed,
} from '@archaka/contracts';
import { type EventHandler, handleEvent } from '@archaka/service-kit';
import { applyPayment, applyReversal, applyVersion } from '../domain/application.ts';
import type { RecordApplicationChange } from '../features/record-application-change/record-application-change.ts';

/** The events may arrive in any order. */
export const createEventHandlers = (recordChange: RecordApplicationChange): EventHandler[] => [
  ...[applicationSubmitted, applicationUpdated].map((event) =>
    handleEvent(event, ({ application_id, version, user_id, snapshot }) =>
      recordChange(application_id, (application) =>
        applyVersion(application, { version, user_id, snapshot }),
      ),
    ),
  ),
  handleEvent(paymentCaptured, ({ application_id, order_id, payment_id, amount }) =>
    recordChange(application_id, (application) =>
      applyPayment(application, { order_id, payment_id, amount }),
    ),
  ),
  ...[applicationClaimLost, paymentReversed].map((event) =>
    handleEvent(event, ({ application_id, payment_id }) =>
      recordChange(application_id, (application) => applyReversal(application, payment_id)),
    ),
  ),
];
