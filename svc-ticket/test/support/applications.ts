import { randomBytes } from 'node:crypto';
import {
  applicationClaimLost,
  applicationIdFrom,
  applicationSubmitted,
  applicationUpdated,
  paymentCaptured,
  paymentReversed,
  type TicketSnapshot,
} from '@archaka/contracts';
import { applicant, eventually, type ServiceName } from '@archaka/test-kit';
import { PHOTO, type Ticketing } from './ticketing.ts';

/** An applicant's way, told to svc-ticket by events, and what the applicant then gets. */
export interface Application {
  id: string;
  submit: (own?: Partial<TicketSnapshot>, times?: number) => Promise<unknown>;
  update: (version: number, own?: Partial<TicketSnapshot>, times?: number) => Promise<unknown>;
  pay: (sending?: { times?: number; signer?: ServiceName }) => Promise<unknown>;
  /** Its claims are another's by now, so the payment goes back. */
  lose: () => Promise<unknown>;
  /** The payment was given back or charged back. */
  reverse: () => Promise<unknown>;
  /** It is paid once more, by a new order. */
  payAgain: () => Promise<unknown>;
  /** Asks for the ticket as the owner, or as `someone` else. */
  ask: (someone?: ReturnType<typeof applicant>) => Promise<Response>;
  /** Asks for the preview, as `ask` does for the ticket. */
  askPreview: (someone?: ReturnType<typeof applicant>) => Promise<Response>;
  /** Asks until a preview is there that `fits`. */
  preview: (fits?: (png: Buffer) => boolean) => Promise<Buffer>;
  /** svc-application has it, though its event has not come yet. */
  send: () => void;
  /** Asks until the ticket of this version is there. */
  ticket: (version?: number) => Promise<Buffer>;
}

export function anApplication({ stage, broker, service, documents }: Ticketing): Application {
  const id = applicationIdFrom(randomBytes(7), '2024');
  const owner = applicant();
  const snapshot = (own: Partial<TicketSnapshot>): TicketSnapshot => ({
    application_id: id,
    examine_year: '2024',
    name: owner.name,
    father_name: 'Venkata Sarma',
    aadhaar_masked: `**** **** ${owner.aadhar.slice(-4)}`,
    exam_type: 1,
    exam_regular: 1,
    languages: [],
    centre_district: { name: 'Anakapalli', name_te: 'అనకాపల్లి' },
    agama: 'వైఖానస',
    photo: PHOTO,
    submitted_at: '2024-06-10T20:00:00.000Z',
    ...own,
  });
  const told = { application_id: id, user_id: owner.id };
  const payment = { application_id: id, order_id: `order_${id}`, payment_id: `pay_${id}`, amount: 10_000 };

  const get = async (path: string, someone = owner) =>
    fetch(`${service().url}/api/tickets/${path}`, { headers: await stage.signedIn(someone, 'svc-ticket') });
  const ask = (someone = owner) => get(id, someone);
  const askPreview = (someone = owner) => get(`${id}/preview`, someone);

  return {
    id,
    submit: (own = {}, times = 1) =>
      broker.tell(
        applicationSubmitted,
        { ...told, version: 1, number: owner.number, snapshot: snapshot(own) },
        { times },
      ),
    update: (version, own = {}, times = 1) =>
      broker.tell(applicationUpdated, { ...told, version, snapshot: snapshot(own) }, { times }),
    pay: (sending = {}) =>
      broker.tell(paymentCaptured, { ...payment, at: new Date().toISOString() }, sending),
    lose: () => {
      const { amount: _amount, ...lost } = payment;
      return broker.tell(applicationClaimLost, lost);
    },
    reverse: () => {
      const { amount: _amount, ...reversed } = payment;
      return broker.tell(paymentReversed, { ...reversed, why: 'refund', at: new Date().toISOString() });
    },
    payAgain: () =>
      broker.tell(paymentCaptured, {
        ...payment,
        order_id: `order_again_${id}`,
        payment_id: `pay_again_${id}`,
        at: new Date().toISOString(),
      }),
    ask,
    askPreview,
    preview: (fits = () => true) =>
      eventually(
        async () => {
          const response = await askPreview();
          const png = Buffer.from(await response.arrayBuffer());
          return response.status === 200 && fits(png) && png;
        },
        { timeoutMs: 30_000 },
      ),
    send: () => documents.know(id, owner.id),
    ticket: (version = 1) =>
      eventually(
        async () => {
          const response = await ask();
          const there =
            response.status === 200 && response.headers.get('x-ticket-version') === String(version);
          return there && Buffer.from(await response.arrayBuffer());
        },
        { timeoutMs: 30_000 },
      ),
  };
}
