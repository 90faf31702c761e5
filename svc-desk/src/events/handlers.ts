import {
  applicationAppealed,
  applicationClaimLost,
  applicationSubmitted,
  applicationUpdated,
  applicationWithdrawn,
  grievanceFiled,
  paymentCancelled,
  paymentCaptured,
  paymentFailed,
  paymentReversed,
  revaluationChanged,
  ticketIssued,
} from '@archaka/contracts';
import { type EventHandler, handleEvent } from '@archaka/service-kit';
import type * as z from 'zod';
import type { CaseRepository } from '../persistence/case-repository.ts';

/** Each event says that an application changed; what it is now is read at svc-application, so that no order matters. */
export const createEventHandlers = (cases: CaseRepository): EventHandler[] => [
  ...[
    applicationSubmitted,
    applicationUpdated,
    applicationAppealed,
    grievanceFiled,
    revaluationChanged,
    applicationClaimLost,
    applicationWithdrawn,
    paymentFailed,
    paymentCancelled,
  ].map((event) =>
    handleEvent<z.ZodType<{ application_id: string }>>(event, ({ application_id }) =>
      cases.markChanged(application_id),
    ),
  ),
  handleEvent(paymentCaptured, ({ application_id }) => cases.markChanged(application_id, { isPaid: true })),
  handleEvent(ticketIssued, ({ application_id, hall }) =>
    cases.markChanged(application_id, { rollNumber: hall?.roll_number }),
  ),
  handleEvent(paymentReversed, ({ application_id }) => cases.markChanged(application_id, { isPaid: false })),
];
