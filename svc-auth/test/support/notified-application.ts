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

/** The first version of an application, as svc-application submits it. */
export const buildSubmission = (
  application_id: string,
  user: { userId: string; number: string },
  submitted_at = new Date().toISOString(),
) => ({
  application_id,
  version: 1,
  user_id: user.userId,
  number: user.number,
  snapshot: {
    application_id,
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
    submitted_at,
  },
});

/** An application whose events the other services publish, each with its own id, all of the time `at`. */
export function createNotifiedApplication(broker: TestBroker, user: { userId: string; number: string }) {
  const id = createApplicationId(randomBytes(7), '2024');
  const payment = { application_id: id, order_id: `order_${id}`, payment_id: `pay_${id}` };
  const at = new Date().toISOString();
  return {
    id,
    at,
    submit: (times = 1) => broker.publish(applicationSubmitted, buildSubmission(id, user, at), { times }),
    pay: (times = 1) => broker.publish(paymentCaptured, { ...payment, amount: 10_000, at }, { times }),
    refund: () => broker.publish(paymentReversed, { ...payment, why: 'refund', at }),
    issueTicket: (version = 1, times = 1, hall?: HallSeat) =>
      broker.publish(ticketIssued, { application_id: id, version, at, ...(hall ? { hall } : {}) }, { times }),
  };
}
export type NotifiedApplication = ReturnType<typeof createNotifiedApplication>;
