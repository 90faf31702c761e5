import { applicationIdFrom, examinationSchema, type TicketSnapshot } from '@archaka/contracts';
import exam2024 from '@archaka/exams/2024.json' with { type: 'json' };
import { snapshotOf } from '../../../domain/testing/examples.ts';
import type { Entrant } from '../roll.ts';

export const facts = examinationSchema.parse(exam2024);

export const idOf = (number: number): string =>
  applicationIdFrom(
    Uint8Array.from(Array.from({ length: 7 }, (_, place) => (number >> (place * 4)) & 15)),
    '2024',
  );

/** Somebody on the roll, told apart by the number. */
export function entrant(number: number, own: Partial<TicketSnapshot> = {}): Entrant {
  const application_id = idOf(number);
  const snapshot = snapshotOf({ application_id, name: `Name ${number}`, ...own });
  return {
    wanted: {
      application_id,
      edition: { version: 1, user_id: 'user', snapshot },
      payment: { order_id: `order_${number}`, payment_id: `pay_${number}`, amount: 10_000 },
    },
    mark: { application_id, version: 1, token: `token-${number}` },
  };
}
