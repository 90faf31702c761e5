import { randomBytes } from 'node:crypto';
import {
  applicationSubmitted,
  createApplicationId,
  type HallSeat,
  paymentCaptured,
  paymentReversed,
  ticketIssued,
} from '@archaka/contracts';
import type { TestBroker } from '@archaka/test-kit';

/** An application whose events the other services publish, each with its own id. */
export function createNotifiedApplication(
  broker: TestBroker,
  { userId, number }: { userId: string; number: string },
) {
  const id = createApplicationId(randomBytes(7), '2024');
  const payment = { application_id: id, order_id: `order_${id}`, payment_id: `pay_${id}` };
  const at = new Date().toISOString();
  const snapshot = {
    application_id: id,
    examine_year: '2024',
    name: 'Sita',
    father_name: 'Rama',
    aadhaar_masked: '**** **** 1234',
    exam_type: 1,
    exam_regular: 1,
    languages: [],
    centre_district: { name: 'Anakapalli', name_te: 'అనకాపల్లి' },
    agama: 'వైఖానస',
    photo: 'photo',
    submitted_at: at,
  };
  return {
    id,
    submit: (times = 1) =>
      broker.publish(
        applicationSubmitted,
        { application_id: id, version: 1, user_id: userId, number, snapshot },
        { times },
      ),
    pay: (times = 1) => broker.publish(paymentCaptured, { ...payment, amount: 10_000, at }, { times }),
    refund: () => broker.publish(paymentReversed, { ...payment, why: 'refund', at }),
    issueTicket: (version = 1, times = 1, hall?: HallSeat) =>
      broker.publish(ticketIssued, { application_id: id, version, at, ...(hall ? { hall } : {}) }, { times }),
  };
}
export type NotifiedApplication = ReturnType<typeof createNotifiedApplication>;
