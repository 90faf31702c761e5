import { conflict } from '@archaka/service-kit';
import type { Ledger } from '../../domain/ledger.ts';

/** @throws 409 when the fee is paid already, or held and about to be. */
export function assertPayable({ order, attempts }: Ledger): void {
  if (order.state === 'captured') throw conflict('This application is paid already.');
  if (attempts.some(({ state }) => state === 'held')) {
    throw conflict(
      'Your bank holds a payment for this application. Please wait until it is taken or let go.',
    );
  }
}
