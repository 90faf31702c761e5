import { maskAadhaar } from '@archaka/contracts';
import { applicant } from '@archaka/test-kit';
import { type AadhaarSealing, makeAadhaarSealing } from '../../src/store/sealing.ts';
import type { RunningApplication } from './service.ts';

function sealingOf({ stage: { secrets } }: RunningApplication): AadhaarSealing {
  const keys = (JSON.parse(secrets.AADHAAR_KEYS) as { kid: string; key: string }[]).map(({ kid, key }) => ({
    kid,
    key: Buffer.from(key, 'base64'),
  }));
  return makeAadhaarSealing({ keys, indexKeys: [{ kid: '1', key: secrets.AADHAAR_INDEX_KEY }] });
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
  const sealing = sealingOf(portal);
  const aadhaars = Array.from({ length: count }, () => applicant().aadhar);
  const rowsOf = (name: string) => portal.database.collection<Row>(name);
  const copy = (row: Row, collection: string, aadhaar: string, place: number): Row => {
    const id = row._id.replace(applicationId, `COPY-${place}`);
    const sealed = {
      aadhaar: sealing.seal(aadhaar, { collection, id }),
      aadhaarIndex: sealing.indexOf(aadhaar),
      aadhaarMasked: maskAadhaar(aadhaar),
    };
    const own = {
      applicationId: `COPY-${place}`,
      orderId: `order_${place}`,
      orders: [],
      userId: `user-${place}`,
    };
    return { ...row, ...own, _id: id, content: { ...row.content, ...sealed } };
  };
  for (const name of ['applications', 'versions']) {
    const row = await rowsOf(name).findOne({ _id: new RegExp(`^${applicationId}`) });
    if (!row) throw new Error(`no ${name} of ${applicationId}`);
    await rowsOf(name).insertMany(aadhaars.map((aadhaar, place) => copy(row, name, aadhaar, place)));
  }
  const claim = await rowsOf('claims').findOne({ _id: /^aadhaar:/ });
  const year = String(claim?._id.split(':')[1]);
  await rowsOf('claims').insertMany(
    aadhaars.map((aadhaar, place) => ({
      _id: `aadhaar:${year}:${sealing.indexOf(aadhaar)}`,
      applicationId: `COPY-${place}`,
      userId: `user-${place}`,
      freeAfter: null,
    })),
  );
  return aadhaars;
}

/** How many rows of each kind carry the old keys. */
export async function carryingOldKeys({ database }: RunningApplication) {
  const count = (name: string, query: object) => database.collection(name).countDocuments(query);
  const old = { 'content.aadhaar.kid': 'a1' };
  return {
    applications: await count('applications', old),
    drafts: await count('drafts', old),
    versions: await count('versions', old),
    indexes: await count('applications', { 'content.aadhaarIndex': { $not: /^2\./ } }),
    claims: await count('claims', { _id: { $regex: '^aadhaar:\\d+:[^.]*$' } }),
    holds: await count('firstholds', { _id: { $regex: '^aadhaar:\\d+:[^.:]*:' } }),
  };
}
