import type { EventHandler, EventPublisher } from '@archaka/service-kit';
import type { Repositories } from '../persistence/repositories.ts';
import { onOrderCreated } from './on-order-created.ts';
import { onPaymentCaptured } from './on-payment-captured.ts';
import { onPaymentReversed } from './on-payment-reversed.ts';
import { onPaymentUnpaid } from './on-payment-unpaid.ts';
import { onTicketIssued } from './on-ticket-issued.ts';

interface EventHandlerDependencies {
  readonly repositories: Repositories;
  readonly events: EventPublisher;
}

export const createEventHandlers = ({ repositories, events }: EventHandlerDependencies): EventHandler[] => [
  onOrderCreated(repositories),
  onPaymentCaptured(repositories, events),
  onPaymentReversed({ repositories }),
  ...onPaymentUnpaid({ repositories }),
  onTicketIssued(repositories),
];
