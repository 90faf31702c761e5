import { randomBytes } from 'node:crypto';
import {
  applicationClaimLost,
  applicationSubmitted,
  applicationUpdated,
  createApplicationId,
  paymentCaptured,
  paymentReversed,
  type ScrutinyVerdict,
  scrutinyDecided,
  type TicketSnapshot,
  ticketIssued,
} from '@archaka/contracts';
import { buildApplicant, eventually } from '@archaka/test-kit';
import { buildSnapshot } from '../../src/domain/testing/builders.ts';
import { type TicketEnvironment, toPhotoId } from './ticket-environment.ts';

/** Publishes an applicant's events to svc-ticket, and reads the resulting ticket. */
export function buildApplication({ stage, broker, service, documents }: TicketEnvironment) {
  const id = createApplicationId(randomBytes(7), '2024');
  const owner = buildApplicant();
  const snapshot = (overrides: Partial<TicketSnapshot>): TicketSnapshot =>
    buildSnapshot({
      application_id: id,
      name: owner.name,
      father_name: 'Venkata Sarma',
      exam_type: 1,
      aadhaar_masked: `**** **** ${owner.aadhar.slice(-4)}`,
      photo: toPhotoId(id),
      submitted_at: '2024-06-10T20:00:00.000Z',
      ...overrides,
    });
  const identity = { application_id: id, user_id: owner.id };
  const paid = { application_id: id, order_id: `order_${id}`, payment_id: `pay_${id}` };
  const at = new Date().toISOString();

  const get = async (path: string, user = owner, method = 'GET') =>
    fetch(`${service().url}/api/tickets/${path}`, {
      method,
      headers: await stage.authorizeUser(user, 'svc-ticket'),
    });
  const fetchTicket = (user = owner) => get(id, user);
  const fetchPreview = (user = owner) => get(`${id}/preview`, user);

  return {
    id,
    owner,
    submit: (overrides: Partial<TicketSnapshot> = {}, times = 1) =>
      broker.publish(
        applicationSubmitted,
        { ...identity, version: 1, number: owner.number, snapshot: snapshot(overrides) },
        { times },
      ),
    update: (version: number, overrides: Partial<TicketSnapshot> = {}, times = 1) =>
      broker.publish(applicationUpdated, { ...identity, version, snapshot: snapshot(overrides) }, { times }),
    pay: (options: { times?: number } = {}) =>
      broker.publish(paymentCaptured, { ...paid, amount: 10_000, at }, options),
    /** Another application holds its claims, so the payment is refunded. */
    loseClaim: () => broker.publish(applicationClaimLost, paid),
    reverse: () => broker.publish(paymentReversed, { ...paid, why: 'refund', at }),
    /** @param second of the decision's time */
    decide: (verdict: ScrutinyVerdict, version: number, second: number) =>
      broker.publish(scrutinyDecided, {
        ...identity,
        decision_id: `decision-${second}`,
        version,
        verdict,
        reasons: [],
        at: `2024-07-01T06:00:0${second}.000Z`,
      }),
    payAgain: () =>
      broker.publish(paymentCaptured, {
        application_id: id,
        order_id: `order_again_${id}`,
        payment_id: `pay_again_${id}`,
        amount: 10_000,
        at,
      }),
    fetchTicket,
    /** The page's own question, without the ticket's bytes. */
    isTicketMade: async () => (await get(id, owner, 'HEAD')).status === 200,
    fetchPreview,
    /** Polls until the preview has these words; returns its page. */
    waitForPreview: (words: string) =>
      eventually(async () => {
        const response = await fetchPreview();
        const page = await response.text();
        return response.status === 200 && page.includes(words) && page;
      }),
    /** svc-application has it, but its event has not arrived yet. */
    registerOwner: () => documents.setOwner(id, owner.id),
    /** Waits until the ticket of this version exists. */
    async waitForTicket(version = 1) {
      // Listening costs nothing; polling takes CPU time from the browser that prints.
      await eventually(() =>
        broker.eventsOfType(ticketIssued, id).some((issued) => issued.version === version),
      );
      return eventually(async () => {
        const response = await fetchTicket();
        const isCurrent =
          response.status === 200 && response.headers.get('x-ticket-version') === String(version);
        return isCurrent && Buffer.from(await response.arrayBuffer());
      });
    },
  };
}

export type TestApplication = ReturnType<typeof buildApplication>;

/** A submitted and paid application. */
export async function buildPaidApplication(
  environment: TicketEnvironment,
  overrides: Partial<TicketSnapshot> = {},
): Promise<TestApplication> {
  const application = buildApplication(environment);
  await application.submit(overrides);
  await application.pay();
  return application;
}
