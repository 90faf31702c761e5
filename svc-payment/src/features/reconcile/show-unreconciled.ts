import { gauges } from '@archaka/service-kit';
import type { OrderStore } from '../../store/orders.ts';

/** At `/metrics`: whether Razorpay is asked about orders in time. */
export function showUnreconciled(orders: OrderStore): void {
  gauges(
    {
      payment_unreconciled_orders: 'Orders that Razorpay is to be asked about now',
      payment_unreconciled_oldest_seconds: 'How long the one that waits longest is overdue',
    },
    orders.unreconciled,
  );
}
