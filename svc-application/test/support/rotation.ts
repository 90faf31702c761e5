import { openPersonalData } from '@archaka/privacy-kit';
import { createLog } from '@archaka/service-kit';
import { buildApplicant } from '@archaka/test-kit';
import { BlindIndex } from '../../src/persistence/claim-indexer.ts';
import { FormSealing, type StoredForm } from '../../src/persistence/form-sealing.ts';
import type { RunningApplication } from './service.ts';

type Row = StoredForm & { readonly _id: string };

/** Opens what seals the forms in this database, of which only collections are used. */
export const openSealing = async (db: object, secrets: RunningApplication['stage']['secrets']) => ({
  index: new BlindIndex([{ kid: '1', key: secrets.AADHAAR_INDEX_KEY }]),
  personal: await openPersonalData('application', {
    db: db as never,
    config: { MASTER_KEYS: [{ kid: '1', key: secrets.MASTER_KEYS }] },
    log: createLog({ name: 'test', level: 'silent' }),
  }),
});

/** Adds copies of this application to the database as the service stores them; returns their Aadhaars. */
export async function copyApplication(
  portal: RunningApplication,
  applicationId: string,
  count: number,
): Promise<string[]> {
  const sealing = await openSealing({ connection: portal.database }, portal.stage.secrets);
  const aadhaars = Array.from({ length: count }, () => buildApplicant().aadhar);
  const getCollection = (name: string) => portal.database.collection<Row>(name);
  for (const name of ['applications', 'versions']) {
    const forms = new FormSealing(name, sealing);
    const row = await getCollection(name).findOne({ _id: new RegExp(`^${applicationId}`) });
    if (!row) throw new Error(`no ${name} of ${applicationId}`);
    const { number, content } = await forms.open(row);
    const unmasked = await forms.openUnmasked(row, content);
    const copies = aadhaars.map(async (aadhaar, index) => {
      const id = row._id.replace(applicationId, `COPY-${index}`);
      const form = { owner: row.sealed.owner, number, content: { ...unmasked, aadhaar } };
      return {
        ...row,
        _id: id,
        applicationId: `COPY-${index}`,
        orderId: `order_${index}`,
        orders: [],
        userId: `user-${index}`,
        ...(await forms.seal(id, form)),
      };
    });
    await getCollection(name).insertMany(await Promise.all(copies));
  }
  const claim = await getCollection('claims').findOne({ _id: /^aadhaar:/ });
  const year = String(claim?._id.split(':')[1]);
  await portal.database.collection<{ _id: string }>('claims').insertMany(
    aadhaars.map((aadhaar, index) => ({
      _id: `aadhaar:${year}:${sealing.index.compute(aadhaar)}`,
      applicationId: `COPY-${index}`,
      userId: `user-${index}`,
      freeAfter: null,
    })),
  );
  return aadhaars;
}

/** Numbers of rows of each kind with indexes under the old key. */
export async function countOldIndexes({ database }: RunningApplication) {
  const countRows = (name: string, query: object) => database.collection(name).countDocuments(query);
  const isOld = { 'content.aadhaarIndex': { $exists: true, $not: /^2\./ } };
  return {
    applications: await countRows('applications', isOld),
    drafts: await countRows('drafts', isOld),
    versions: await countRows('versions', isOld),
    mobiles: await countRows('applications', { mobileIndex: { $not: /^2\./ } }),
    claims: await countRows('claims', { _id: { $regex: '^(aadhaar|mobile):\\d+:[^.]*$' } }),
    holds: await countRows('firstholds', { _id: { $regex: '^aadhaar:\\d+:[^.:]*:' } }),
  };
}
