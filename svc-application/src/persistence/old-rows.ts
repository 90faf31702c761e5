import type { Database, OldRows, SealedRow, SealedRows } from '@archaka/service-kit';
import { indexPattern } from './aadhaar-sealing.ts';
import { type ApplicationRepository, openApplicationRows } from './application-repository.ts';
import type { ClaimIndexer } from './claim-indexer.ts';
import { openDraftRows } from './draft-repository.ts';
import { type FormSealing, openForm, reindexForm, resealAadhaar, type StoredForm } from './sealed-content.ts';
import { openVersionRows } from './version-repository.ts';

interface FormRow extends StoredForm, SealedRow {
  /** Absent in a version; its application has it. */
  readonly examYear?: string;
  readonly applicationId: string;
  readonly mobileIndex?: string;
  readonly digest?: string;
}

interface CurrentKeys {
  readonly kid: string;
  readonly indexKid: string;
}

interface OldRowsDependencies {
  readonly db: Database;
  readonly applications: Pick<ApplicationRepository, 'findOutline'>;
  readonly indexAadhaar: ClaimIndexer;
  readonly indexMobile: ClaimIndexer;
  readonly sealing: FormSealing;
  readonly current: CurrentKeys;
}

/** Collections whose rows store their year come first. */
const FORM_ROWS = {
  applications: openApplicationRows,
  drafts: openDraftRows,
  versions: openVersionRows,
} as const;

type FormCollection = keyof typeof FORM_ROWS;

const FORM_COLLECTIONS = Object.keys(FORM_ROWS) as FormCollection[];

const matchOldKeys = ({ kid, indexKid }: CurrentKeys) => ({
  'content.aadhaar.kid': { $exists: true },
  $or: [
    { 'content.aadhaar.kid': { $ne: kid } },
    { 'content.aadhaarIndex': { $not: new RegExp(`^${indexPattern(indexKid)}$`) } },
    { mobileIndex: { $exists: true, $not: new RegExp(`^${indexPattern(indexKid)}$`) } },
  ],
});

export const findOldForms = (deps: OldRowsDependencies): OldRows[] =>
  FORM_COLLECTIONS.map((name) => findOldFormsIn(name, deps));

function findOldFormsIn(
  name: FormCollection,
  { db, applications, indexAadhaar, indexMobile, sealing, current }: OldRowsDependencies,
): OldRows {
  const rows = db.connection.collection<FormRow>(name);
  const sealedRows = FORM_ROWS[name](db.connection) as unknown as SealedRows<FormRow>;
  const oldFilter = matchOldKeys(current);
  const findExamYear = async ({ examYear, applicationId }: FormRow) =>
    examYear ?? (await applications.findOutline(applicationId))?.examYear ?? '';

  const changeKeys = async (row: FormRow) => {
    const context = { collection: name, id: row._id };
    const options = { sealing: sealing.aadhaar, context };
    const opened = await openForm(row, { sealing, context });
    const { unmasked, aadhaarIndex, ...digest } = reindexForm(opened, options);
    const examYear = await findExamYear(row);
    await indexAadhaar(examYear, unmasked.aadhaar);
    const mobile = row.mobileIndex && { mobileIndex: await indexMobile(examYear, opened.number) };
    const aadhaar = resealAadhaar(opened.content, options);
    return { 'content.aadhaar': aadhaar, 'content.aadhaarIndex': aadhaarIndex, ...mobile, ...digest };
  };

  return {
    name,
    count: () => rows.countDocuments(oldFilter),
    rows: () => rows.find(oldFilter),
    rewrite: (row) =>
      sealedRows.update((row as FormRow)._id, async (current) => ({
        changes: current.content && { $set: await changeKeys(current) },
        result: undefined,
      })),
  };
}

/** Once all forms are reindexed, only holds of failed submissions remain, which nothing reads. */
export function findOldIndexes({ db, current }: Pick<OldRowsDependencies, 'db' | 'current'>): OldRows[] {
  const findOldIndexesIn = (name: string, kinds: string, end: string) => {
    const rows = db.connection.collection<{ _id: string }>(name);
    const isCurrent = new RegExp(`^${kinds}:[^:]*:${indexPattern(current.indexKid)}${end}`);
    const old = { _id: { $regex: `^${kinds}:`, $not: isCurrent } };
    return { name, rows, old, count: () => rows.countDocuments(old) };
  };
  const [claims, holds] = [
    findOldIndexesIn('claims', '(aadhaar|mobile)', '$'),
    findOldIndexesIn('firstholds', 'aadhaar', ':'),
  ];
  return [
    { ...claims, rows: () => claims.rows.find(claims.old), rewrite: async () => undefined },
    {
      ...holds,
      rows: () => holds.rows.find(holds.old),
      rewrite: (row) => holds.rows.deleteOne({ _id: (row as { _id: string })._id }),
    },
  ];
}
