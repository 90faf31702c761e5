import {
  type ApplicantSession,
  buildApplicationForm,
  buildPdf,
  buildPhoto,
  completePayment,
  type Portal,
  registerApplicant,
  waitForTicket,
} from '@archaka/test-kit';
import { storeDocument } from '../submissions/store-document.ts';
import type { Row } from './row.ts';
import type { RowKind } from './row-kinds.ts';
import type { Stores } from './stores.ts';

interface TemplateRow {
  readonly kind: RowKind;
  readonly row: Row;
  /** The personal data of the row. */
  readonly opened: unknown;
}

/** The rows that the current release stored about a real applicant. */
export interface Template {
  readonly session: ApplicantSession;
  readonly applicationId: string;
  readonly rows: readonly TemplateRow[];
}

async function fillForm(session: ApplicantSession, save_id: 1 | 2) {
  return buildApplicationForm(session.person, {
    save_id,
    image: await storeDocument(session, {
      kind: 'image',
      bytes: await buildPhoto('jpeg', 120, 160),
      name: 'me.jpg',
    }),
    birthcertificate: await storeDocument(session, {
      ...{ kind: 'birthcertificate', bytes: buildPdf(), name: 'birth.pdf' },
    }),
  });
}

async function readRows(
  applicationId: string,
  { session, stores, kinds }: TemplateSource,
): Promise<TemplateRow[]> {
  const { id } = session.person;
  const owned = [{ _id: id }, { account_id: id }, { ownerId: id }, { userId: id }];
  const filed = [{ _id: applicationId }, { applicationId }, { application_id: applicationId }];
  const found = kinds.map(async (kind) => {
    const filter = { $or: [...owned, ...filed] } as never;
    const rows = await stores.collection(kind.service, kind.collection).find(filter).toArray();
    return Promise.all(rows.map(async (row) => ({ kind, row, opened: await kind.open(row) })));
  });
  return (await Promise.all(found)).flat();
}

export interface TemplateSource {
  readonly session: ApplicantSession;
  readonly stores: Stores;
  readonly kinds: readonly RowKind[];
}

type TemplateContext = Omit<TemplateSource, 'session'> & { readonly portal: Portal };

/** An applicant who has saved a form and its papers. */
export async function createDraftTemplate({ portal, ...context }: TemplateContext): Promise<Template> {
  const session = await registerApplicant(portal.origin);
  await session.call('saveapplicationform', await fillForm(session, 1));
  const [draft] = (await session.call('getsaveformdata')).body.data;
  const applicationId = String(draft?.application_id);
  return { session, applicationId, rows: await readRows(applicationId, { session, ...context }) };
}

/** An applicant who has submitted, paid and got the ticket. */
export async function createPaidTemplate({ portal, ...context }: TemplateContext): Promise<Template> {
  const session = await registerApplicant(portal.origin);
  const { body } = await session.call('submitapplicationform', await fillForm(session, 2));
  await completePayment(session, portal.simulator, String(body.orderId?.id));
  const [record] = (await session.call('getticketsandprofile')).body.data;
  const applicationId = String(record?.application_id);
  await waitForTicket(session, applicationId);
  return { session, applicationId, rows: await readRows(applicationId, { session, ...context }) };
}
