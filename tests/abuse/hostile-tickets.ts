import {
  type ApplicantSession,
  buildApplicationForm,
  completePayment,
  type Portal,
  waitForTicket,
} from '@archaka/test-kit';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import type { AttackRequest } from './attacks.ts';
import { createProgressiveJpeg } from './files.ts';
import type { Outcome } from './send.ts';

const TICKET_TIMEOUT_MS = scaledTimeout(60_000);

interface Upload {
  readonly status: number;
  readonly document_id?: string;
  readonly filetype?: string;
}

async function uploadPhoto(session: ApplicantSession, portal: Portal, bytes: Buffer): Promise<Upload> {
  const form = new FormData();
  form.set('kind', 'image');
  form.set('file', new Blob([new Uint8Array(bytes)]), 'photo.jpg');
  const headers = { origin: portal.origin };
  const response = await session.fetch('/api/documents', { method: 'POST', headers, body: form });
  const { status } = response;
  return status === 201 ? { ...((await response.json()) as Omit<Upload, 'status'>), status } : { status };
}

/** Uploads the photo, submits and pays; the status of the ticket with it, or of an upload that was rejected. */
async function printTicket(session: ApplicantSession, portal: Portal, photo: Buffer): Promise<Outcome> {
  const { status, document_id, filetype } = await uploadPhoto(session, portal, photo);
  if (status !== 201) return status;
  const form = await buildApplicationForm(session.person, { save_id: 2 });
  const image = [{ document_id, filetype }];
  const submitted = await session.call('submitapplicationform', { ...form, image, image_ind: 1 });
  const { orderId } = submitted.body;
  if (!orderId) return submitted.http;
  await completePayment(session, portal.simulator, orderId.id);
  const { data } = (await session.call('getticketsandprofile', { usr_id: session.person.id })).body;
  const applicationId = String(data[0]?.application_id);
  const ticket = await waitForTicket(session, applicationId, TICKET_TIMEOUT_MS).catch(() => undefined);
  return ticket?.status ?? 'silent';
}

/** Tickets with a photo that is large to decode, all at once: svc-ticket decodes it again. */
export async function createTicketRequest(
  portal: Portal,
  sessions: readonly ApplicantSession[],
): Promise<AttackRequest> {
  const photo = await createProgressiveJpeg();
  return {
    name: `${sessions.length} tickets with a progressive JPEG of 64 megapixels`,
    send: async () => {
      const outcomes = await Promise.all(sessions.map((session) => printTicket(session, portal, photo)));
      return (
        outcomes.find((outcome) => typeof outcome !== 'number' || outcome >= 500) ?? outcomes[0] ?? 'cut'
      );
    },
  };
}
