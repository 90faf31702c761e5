import { type Database, type KeyRing, type OldRows, type SealedRow, SealedRows } from '@archaka/service-kit';
import type { Model } from 'mongoose';
import { indexPattern } from './claim-indexer.ts';
import { FormSealing, type Sealing, type StoredForm } from './form-sealing.ts';
import type { createFormRepositories } from './repositories.ts';

interface FormRow extends StoredForm, SealedRow {
  /** Absent in a version; its application has it. */
  readonly examYear?: string;
  readonly applicationId: string;
  readonly mobileIndex?: string;
  readonly digest?: string;
}

interface IndexRotation {
  readonly db: Database;
  readonly ring: KeyRing;
  readonly sealing: Sealing;
  readonly repositories: ReturnType<typeof createFormRepositories>;
}

/** Rows whose year is stored with them come first. */
const FORM_MODELS = ['Application', 'Draft', 'Version'];

/** Rows with an index under an older key, for `npm run rotate -- aadhaar-index`. */
export const findOldIndexes = (rotation: IndexRotation): OldRows[] => [
  ...FORM_MODELS.map((name) => findOldForms(rotation.db.connection.model<FormRow>(name), rotation)),
  findOldClaims(rotation),
  findOldHolds(rotation),
];

function findOldForms(
  model: Model<FormRow>,
  { ring, sealing, repositories: { applications, indexer } }: IndexRotation,
): OldRows {
  const forms = new FormSealing(model.collection.collectionName, sealing);
  const rows = new SealedRows(model);
  const isCurrent = new RegExp(`^${indexPattern(ring[0].kid)}$`);
  const isOld = {
    $or: [
      { 'content.aadhaarIndex': { $exists: true, $not: isCurrent } },
      { mobileIndex: { $exists: true, $not: isCurrent } },
    ],
  };
  const reindex = async (row: FormRow) => {
    const examYear = row.examYear ?? (await applications.findOutline(row.applicationId))?.examYear ?? '';
    const { content, number, digest } = await forms.open(row);
    await indexer.indexAadhaar(examYear, await forms.openAadhaar(row));
    return {
      'content.aadhaarIndex': content.aadhaarIndex,
      ...(digest && { digest }),
      ...(row.mobileIndex && { mobileIndex: await indexer.indexMobile(examYear, number) }),
    };
  };
  return {
    name: model.collection.collectionName,
    count: () => model.countDocuments(isOld),
    rows: () => model.find(isOld).lean<FormRow>().cursor(),
    rewrite: (found) =>
      rows.update((found as FormRow)._id, async (row) => ({
        changes: row.content && { $set: await reindex(row) },
        result: undefined,
      })),
  };
}

/** Moved with the forms that hold them. */
function findOldClaims({ db, ring }: IndexRotation): OldRows {
  const claims = db.connection.collection<{ _id: string }>('claims');
  const isCurrent = new RegExp(`^(aadhaar|mobile):[^:]*:${indexPattern(ring[0].kid)}$`);
  const isOld = { _id: { $not: isCurrent } };
  return {
    name: 'claims',
    count: () => claims.countDocuments(isOld),
    rows: () => claims.find(isOld),
    rewrite: async () => undefined,
  };
}

/** Once all forms are reindexed, only holds of failed submissions remain, which nothing reads. */
function findOldHolds({ db, ring, repositories: { firstHolds } }: IndexRotation): OldRows {
  const holds = db.connection.collection<{ _id: string }>('firstholds');
  const isOld = { _id: { $not: new RegExp(`^aadhaar:[^:]*:${indexPattern(ring[0].kid)}:`) } };
  return {
    name: 'firstholds',
    count: () => holds.countDocuments(isOld),
    rows: () => holds.find(isOld),
    rewrite: (row) => firstHolds.remove((row as { _id: string })._id),
  };
}
