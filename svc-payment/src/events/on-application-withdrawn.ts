import { applicationWithdrawn } from '@archaka/contracts';
import { type EventHandler, handleEvent, type Tombstones } from '@archaka/service-kit';
import type { OrderRepository } from '../persistence/order-repository.ts';

interface WithdrawalDependencies {
  readonly orders: Pick<OrderRepository, 'close'>;
  readonly tombstones: Tombstones;
}

/** Closes also the orders that were created after the request to close them. A later submission is dropped. */
export const onApplicationWithdrawn = ({ orders, tombstones }: WithdrawalDependencies): EventHandler =>
  handleEvent(applicationWithdrawn, async ({ application_id }) => {
    await tombstones.add([application_id]);
    await orders.close(application_id);
  });
