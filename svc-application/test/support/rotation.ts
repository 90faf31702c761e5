import { maskAadhaar } from '@archaka/contracts';
import { buildApplicant } from '@archaka/test-kit';
import { type AadhaarSealing, createAadhaarSealing } from '../../src/persistence/aadhaar-sealing.ts';
import type { RunningApplication } from './service.ts';

function createSealing({ stage: { secrets } }: RunningApplication): AadhaarSealing {
  const keys = (JSON.parse(secrets.AADHAAR_KEYS) as { kid: string; key: string }[]).map(({ kid, key }) => ({
    kid,
    key: Buffer.from(key, 'base64'),
  }));
  return createAadhaarSealing({ keys, indexKeys: [{ kid: '1', key: secrets.AADHAAR_INDEX_KEY }] });
}

interface Row {
  readonly _id: string;
  readonly content?: Record<string, unknown>;
}

/** Puts as many more applications like this one into the store as the service itself would; gives their Aadhaars. */
export async function copyApplication(
  portal: RunningApplication,
  applicationId: string,
  count: number,
): Promise<string[]> {
  const sealing = createSealing(portal);
  const aadhaars = Array.from({ length: count }, () => buildApplicant().aadhar);
  const getCollection = (name: string) => portal.database.collection<Row>(name);
  const copy = (row: Row, collection: string, aadhaar: string, index: number): Row => {
    const id = row._id.replace(applicationId, `COPY-${index}`);
    const sealed = {
      aadhaar: sealing.seal(aadhaar, { collection, id }),
      aadhaarIndex: sealing.computeIndex(aadhaar),
      aadhaarMasked: maskAadhaar(aadhaar),
    };
    const identity = {
      applicationId: `COPY-${index}`,
      orderId: `order_${index}`,
      orders: [],
      userId: `user-${index}`,
    };
    return { ...row, ...identity, _id: id, content: { ...row.content, ...sealed } };
  };
  for (const name of ['applications', 'versions']) {
    const row = await getCollection(name).findOne({ _id: new RegExp(`^${applicationId}`) });
    if (!row) throw new Error(`no ${name} of ${applicationId}`);
    await getCollection(name).insertMany(aadhaars.map((aadhaar, index) => copy(row, name, aadhaar, index)));
  }
  const claim = await getCollection('claims').findOne({ _id: /^aadhaar:/ });
  const year = String(claim?._id.split(':')[1]);
  await getCollection('claims').insertMany(
    aadhaars.map((aadhaar, index) => ({
      _id: `aadhaar:${year}:${sealing.computeIndex(aadhaar)}`,
      applicationId: `COPY-${index}`,
      userId: `user-${index}`,
      freeAfter: null,
    })),
  );
  return aadhaars;
}

/** How many rows of each kind carry the old keys. */
export async function countOldKeys({ database }: RunningApplication) {
  const countRows = (name: string, query: object) => database.collection(name).countDocuments(query);
  const oldKey = { 'content.aadhaar.kid': 'a1' };
  return {
    applications: await countRows('applications', oldKey),
    drafts: await countRows('drafts', oldKey),
    versions: await countRows('versions', oldKey),
    indexes: await countRows('applications', { 'content.aadhaarIndex': { $not: /^2\./ } }),
    claims: await countRows('claims', { _id: { $regex: '^aadhaar:\\d+:[^.]*$' } }),
    holds: await countRows('firstholds', { _id: { $regex: '^aadhaar:\\d+:[^.:]*:' } }),
  };
}
