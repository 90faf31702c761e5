import {
  type ApplicantSession,
  buildApplicationForm,
  completePayment,
  eventually,
  type PortalAddresses,
  registerApplicant,
  waitForTicket,
} from '@archaka/test-kit';
import { editApplication, readNewestRecord } from '../history/application.ts';
import { type PagePicture, rasterizePdf, readQrCode } from '../pdf.ts';

/** A hall ticket on paper. */
export interface PaperTicket {
  readonly session: ApplicantSession;
  readonly application_id: string;
  /** The content of its code. */
  readonly address: string;
  readonly image: PagePicture;
}

async function rasterizeTicket(
  session: ApplicantSession,
  application_id: string,
  version: string,
): Promise<PaperTicket> {
  const pdf = await eventually(async () => {
    const response = await waitForTicket(session, application_id);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return response.headers.get('x-ticket-version') === version && bytes;
  });
  const [address, image] = [await readQrCode(pdf.slice()), await rasterizePdf(pdf)];
  return { session, application_id, address, image };
}

interface Centre {
  readonly id: number;
  readonly name: string;
}

/** The ticket of a new paid applicant, for this centre district. */
export async function createPaidTicket(portal: PortalAddresses, { id, name }: Centre): Promise<PaperTicket> {
  const session = await registerApplicant(portal.origin);
  const centre = { centre_district: name, centre_district_id: id };
  const form = await buildApplicationForm(session.person, { save_id: 2, ...centre });
  const { body } = await session.call('submitapplicationform', form);
  if (!body.orderId) throw new Error(`no order: ${JSON.stringify(body)}`);
  await completePayment(session, portal.simulator, body.orderId.id);
  return rasterizeTicket(session, (await readNewestRecord(session)).application_id, '1');
}

/** Changes the application and waits for its next ticket, which supersedes the previous one. */
export async function editAndReprint({ session, application_id }: PaperTicket): Promise<PaperTicket> {
  await editApplication(session, application_id, { name: 'Changed Sarma' });
  return rasterizeTicket(session, application_id, '2');
}
