import type { Events, Taken } from '@archaka/service-kit';
import type { Stores } from '../store/stores.ts';
import { takeOrderCreated } from './take-order-created.ts';
import { takePaymentCaptured } from './take-payment-captured.ts';
import { takePaymentReversed } from './take-payment-reversed.ts';
import { takePaymentUnpaid } from './take-payment-unpaid.ts';
import { takeTicketIssued } from './take-ticket-issued.ts';

interface Taking {
  readonly stores: Stores;
  readonly events: Events;
  readonly holdHours: number;
}

/** What this service takes from the others. */
export const takenEvents = ({ stores, events, holdHours }: Taking): Taken[] => [
  takeOrderCreated(stores),
  takePaymentCaptured(stores, events),
  takePaymentReversed({ stores, holdHours }),
  ...takePaymentUnpaid({ stores, holdHours }),
  takeTicketIssued(stores),
];
