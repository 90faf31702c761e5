import {
  type ApplicantSession,
  applicationForm,
  eventually,
  newcomer,
  type PortalAddresses,
  pay,
  ticketOf,
} from '@archaka/test-kit';
import { readQrCode } from '../contract/qr-code.ts';
import { edit, newestOf } from '../history/application.ts';
import { type Print, printPdf } from '../print-pdf.ts';

/** A hall ticket on paper. */
export interface PaperTicket {
  readonly session: ApplicantSession;
  readonly application_id: string;
  /** What its code says. */
  readonly address: string;
  readonly print: Print;
}

async function paperOf(
  session: ApplicantSession,
  application_id: string,
  version: string,
): Promise<PaperTicket> {
  const pdf = await eventually(
    async () => {
      const response = await ticketOf(session, application_id);
      const bytes = new Uint8Array(await response.arrayBuffer());
      return response.headers.get('x-ticket-version') === version && bytes;
    },
    { timeoutMs: 30_000 },
  );
  const [address, print] = [await readQrCode(pdf.slice()), await printPdf(pdf)];
  return { session, application_id, address, print };
}

interface Centre {
  readonly id: number;
  readonly name: string;
}

/** The ticket of somebody new who has paid, for this centre district. */
export async function paidTicket(portal: PortalAddresses, { id, name }: Centre): Promise<PaperTicket> {
  const session = await newcomer(portal.origin);
  const centre = { centre_district: name, centre_district_id: id };
  const form = await applicationForm(session.person, { save_id: 2, ...centre });
  const { body } = await session.call('submitapplicationform', form);
  if (!body.orderId) throw new Error(`no order: ${JSON.stringify(body)}`);
  await pay(session, portal.simulator, body.orderId.id);
  return paperOf(session, (await newestOf(session)).application_id, '1');
}

/** The application is changed, and its next ticket printed: the one before is superseded. */
export async function changed({ session, application_id }: PaperTicket): Promise<PaperTicket> {
  await edit(session, application_id, { name: 'Changed Sarma' });
  return paperOf(session, application_id, '2');
}
