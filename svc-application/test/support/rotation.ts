import { createLog, openPersonalData } from '@archaka/service-kit';
import { buildApplicant } from '@archaka/test-kit';
import { type AadhaarSealing, createAadhaarSealing } from '../../src/persistence/aadhaar-sealing.ts';
import { openForm, type StoredForm, sealForm, unsealContent } from '../../src/persistence/sealed-content.ts';
import type { RunningApplication } from './service.ts';

function createSealing({ stage: { secrets } }: RunningApplication): AadhaarSealing {
  const keys = (JSON.parse(secrets.AADHAAR_KEYS) as { kid: string; key: string }[]).map(({ kid, key }) => ({
    kid,
    key: Buffer.from(key, 'base64'),
  }));
  return createAadhaarSealing({ keys, indexKeys: [{ kid: '1', key: secrets.AADHAAR_INDEX_KEY }] });
}

type Row = StoredForm & { readonly _id: string };

export const openPersonal = ({ database, stage: { secrets } }: RunningApplication) =>
  openPersonalData('application', {
    // Only its collections are needed.
    db: { connection: database as never },
    config: { MASTER_KEYS: [{ kid: '1', key: secrets.MASTER_KEYS }] },
    log: createLog({ name: 'test', level: 'silent' }),
  });

/** Adds copies of this application to the database as the service stores them; returns their Aadhaars. */
export async function copyApplication(
  portal: RunningApplication,
  applicationId: string,
  count: number,
): Promise<string[]> {
  const aadhaar = createSealing(portal);
  const sealing = { aadhaar, personal: await openPersonal(portal) };
  const aadhaars = Array.from({ length: count }, () => buildApplicant().aadhar);
  const getCollection = (name: string) => portal.database.collection<Row>(name);
  const copy = async (row: Row, collection: string, number: string, index: number): Promise<Row> => {
    const id = row._id.replace(applicationId, `COPY-${index}`);
    const source = { sealing, context: { collection, id: row._id } };
    const opened = await openForm(row, source);
    const content = unsealContent(opened.content, { sealing: aadhaar, context: source.context });
    const { owner } = row.sealed;
    const form = { owner, number: opened.number, content: { ...content, aadhaar: number } };
    const sealed = await sealForm(form, { sealing, context: { collection, id } });
    const identity = {
      applicationId: `COPY-${index}`,
      orderId: `order_${index}`,
      orders: [],
      userId: `user-${index}`,
    };
    return { ...row, ...identity, ...sealed, _id: id };
  };
  for (const name of ['applications', 'versions']) {
    const row = await getCollection(name).findOne({ _id: new RegExp(`^${applicationId}`) });
    if (!row) throw new Error(`no ${name} of ${applicationId}`);
    const copies = aadhaars.map((number, index) => copy(row, name, number, index));
    await getCollection(name).insertMany(await Promise.all(copies));
  }
  const claim = await getCollection('claims').findOne({ _id: /^aadhaar:/ });
  const year = String(claim?._id.split(':')[1]);
  await portal.database.collection<{ _id: string }>('claims').insertMany(
    aadhaars.map((number, index) => ({
      _id: `aadhaar:${year}:${aadhaar.computeIndex(number)}`,
      applicationId: `COPY-${index}`,
      userId: `user-${index}`,
      freeAfter: null,
    })),
  );
  return aadhaars;
}

/** Numbers of rows of each kind with the old keys. */
export async function countOldKeys({ database }: RunningApplication) {
  const countRows = (name: string, query: object) => database.collection(name).countDocuments(query);
  const oldKey = { 'content.aadhaar.kid': 'a1' };
  return {
    applications: await countRows('applications', oldKey),
    drafts: await countRows('drafts', oldKey),
    versions: await countRows('versions', oldKey),
    mobiles: await countRows('applications', { mobileIndex: { $exists: true, $not: /^2\./ } }),
    indexes: await countRows('applications', { 'content.aadhaarIndex': { $not: /^2\./ } }),
    claims: await countRows('claims', { _id: { $regex: '^(aadhaar|mobile):\\d+:[^.]*$' } }),
    holds: await countRows('firstholds', { _id: { $regex: '^aadhaar:\\d+:[^.:]*:' } }),
  };
}
