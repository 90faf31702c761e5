import { setTimeout as pause } from 'node:timers/promises';
import type { ApplicantSession } from '@archaka/test-kit';

/** An applicant with an order. */
export interface Payer {
  readonly session: ApplicantSession;
  readonly order_id: string;
}

/** Polls the status page's call until the order is paid. */
export async function waitUntilPaid({ session, order_id }: Payer, intervalMs: number): Promise<void> {
  for (;;) {
    const { body } = await session.call('getpaymnetstatus', { order_id });
    if (body.data[0]?.payment_status === 'S') return;
    await pause(intervalMs);
  }
}
