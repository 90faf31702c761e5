import type { EventHandler } from '@archaka/service-kit';
import { onApplicationSubmitted } from './on-application-submitted.ts';
import { onApplicationWithdrawn } from './on-application-withdrawn.ts';
import { onPaymentCaptured } from './on-payment-captured.ts';
import { onPaymentReturned } from './on-payment-returned.ts';
import { onTicketIssued } from './on-ticket-issued.ts';
import type { TextDependencies } from './text-dependencies.ts';

export const createEventHandlers = (dependencies: TextDependencies): EventHandler[] => [
  onApplicationSubmitted(dependencies),
  onApplicationWithdrawn(dependencies),
  onPaymentCaptured(dependencies),
  ...onPaymentReturned(dependencies),
  onTicketIssued(dependencies),
];
