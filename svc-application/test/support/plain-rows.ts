import { maskAadhaar } from '@archaka/contracts';
import { openForm, type StoredForm, unsealContent } from '../../src/persistence/sealed-content.ts';
import { createSealing, openPersonal } from './rotation.ts';
import type { RunningApplication } from './service.ts';

interface FormRow extends StoredForm {
  readonly _id: string;
  readonly applicationId: string;
}

interface DocumentRow {
  readonly _id: string;
  readonly sealed?: { readonly owner: string; readonly box: Buffer };
}

/** Writes all rows like a release that sealed only the Aadhaar. */
export async function writeAllPlain(portal: RunningApplication): Promise<void> {
  const { database } = portal;
  const sealing = { aadhaar: createSealing(portal), personal: await openPersonal(portal) };
  const numbers = new Map<string, string>();

  for (const name of ['applications', 'drafts', 'versions']) {
    const rows = database.collection<FormRow>(name);
    for await (const row of rows.find({ sealed: { $exists: true } })) {
      const context = { collection: name, id: row._id };
      const opened = await openForm(row, { sealing, context });
      const { aadhaar, ...particulars } = unsealContent(opened.content, {
        sealing: sealing.aadhaar,
        context,
      });
      const content = {
        ...particulars,
        aadhaar: sealing.aadhaar.seal(aadhaar, context),
        aadhaarMasked: maskAadhaar(aadhaar),
        aadhaarIndex: opened.content.aadhaarIndex,
      };
      if (opened.number) numbers.set(row._id, opened.number);
      const plain = { content, ...(opened.number && { number: opened.number }) };
      await rows.updateOne({ _id: row._id }, { $set: plain, $unset: { sealed: 1, mobileIndex: 1 } });
    }
  }

  const documents = database.collection<DocumentRow>('documents');
  for await (const { _id, sealed } of documents.find({ sealed: { $exists: true } })) {
    if (!sealed) continue;
    const bytes = await sealing.personal.openBytes(sealed, {
      collection: 'documents',
      id: _id,
      field: 'bytes',
    });
    await documents.updateOne({ _id }, { $set: { bytes } as never, $unset: { sealed: 1 } as never });
  }

  const claims = database.collection<{ _id: string; applicationId: string }>('claims');
  for await (const claim of claims.find({ _id: /^mobile:/ })) {
    const year = claim._id.split(':')[1];
    await claims.deleteOne({ _id: claim._id });
    await claims.insertOne({ ...claim, _id: `mobile:${year}:${numbers.get(claim.applicationId)}` });
  }
}

/** Plain rows of each kind. */
export const countPlain = async ({ database }: RunningApplication) => ({
  documents: await database.collection('documents').countDocuments({ bytes: { $exists: true } }),
  applications: await database.collection('applications').countDocuments({ number: { $exists: true } }),
  versions: await database.collection('versions').countDocuments({ sealed: { $exists: false } }),
  claims: await database.collection('claims').countDocuments({ _id: /^mobile:\d+:\d{10}$/ as never }),
});
