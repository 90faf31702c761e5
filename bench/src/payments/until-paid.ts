import { setTimeout as pause } from 'node:timers/promises';
import type { ApplicantSession } from '@archaka/test-kit';

/** An applicant with an order. */
export interface Visit {
  readonly session: ApplicantSession;
  readonly order_id: string;
}

/** Looks at the status page's call again and again until the order is paid. */
export async function untilPaid({ session, order_id }: Visit, everyMs: number): Promise<void> {
  for (;;) {
    const { body } = await session.call('getpaymnetstatus', { order_id });
    if (body.data[0]?.payment_status === 'S') return;
    await pause(everyMs);
  }
}
