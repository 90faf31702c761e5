import type { Database, OldRows, Sealed } from '@archaka/service-kit';
import type { AadhaarIndexer } from './aadhaar-indexer.ts';
import { type AadhaarSealing, indexPattern } from './aadhaar-sealing.ts';
import type { ApplicationRepository } from './application-repository.ts';
import type { SealedContent } from './content-schema.ts';
import { reindexForm } from './sealed-content.ts';

interface SealedRow {
  readonly _id: string;
  /** Absent in a version; its application has it. */
  readonly examYear?: string;
  readonly applicationId: string;
  readonly content: SealedContent;
  readonly digest?: string;
}

interface CurrentKeys {
  readonly kid: string;
  readonly indexKid: string;
}

interface OldRowsDependencies {
  readonly db: Database;
  readonly applications: Pick<ApplicationRepository, 'find'>;
  readonly indexAadhaar: AadhaarIndexer;
  readonly sealing: AadhaarSealing;
  readonly current: CurrentKeys;
}

/** Collections whose rows store their year come first. */
const FORM_COLLECTIONS = ['applications', 'drafts', 'versions'] as const;

const matchOldKeys = ({ kid, indexKid }: CurrentKeys) => ({
  'content.aadhaar.kid': { $exists: true },
  $or: [
    { 'content.aadhaar.kid': { $ne: kid } },
    { 'content.aadhaarIndex': { $not: new RegExp(`^${indexPattern(indexKid)}$`) } },
  ],
});

export const findOldForms = (deps: OldRowsDependencies): OldRows[] =>
  FORM_COLLECTIONS.map((name) => findOldFormsIn(name, deps));

function findOldFormsIn(
  name: string,
  { db, applications, indexAadhaar, sealing, current }: OldRowsDependencies,
): OldRows {
  const rows = db.connection.collection<SealedRow>(name);
  const oldFilter = matchOldKeys(current);
  const findExamYear = async ({ examYear, applicationId }: SealedRow) =>
    examYear ?? (await applications.find(applicationId))?.examYear ?? '';

  const rewrite = async (row: SealedRow): Promise<void> => {
    const context = { collection: name, id: row._id };
    const { unmasked, ...updates } = reindexForm(row, { sealing, context });
    await indexAadhaar(await findExamYear(row), unmasked.aadhaar);
    const sealed: Sealed = sealing.seal(unmasked.aadhaar, context);
    const { aadhaarIndex, ...digest } = updates;
    await rows.updateOne(
      { _id: row._id, 'content.aadhaar.ct': row.content.aadhaar.ct },
      { $set: { 'content.aadhaar': sealed, 'content.aadhaarIndex': aadhaarIndex, ...digest } },
    );
  };

  return {
    name,
    count: () => rows.countDocuments(oldFilter),
    rows: () => rows.find(oldFilter),
    rewrite: (row) => rewrite(row as SealedRow),
  };
}

/** Once all forms are reindexed, only holds of failed submissions remain, which nothing reads. */
export function findOldIndexes({ db, current }: Pick<OldRowsDependencies, 'db' | 'current'>): OldRows[] {
  const currentPrefix = `^aadhaar:[^:]*:${indexPattern(current.indexKid)}`;
  const findOldIndexesIn = (name: string, end: string) => {
    const rows = db.connection.collection<{ _id: string }>(name);
    const old = { _id: { $regex: '^aadhaar:', $not: new RegExp(currentPrefix + end) } };
    return { name, rows, old, count: () => rows.countDocuments(old) };
  };
  const [claims, holds] = [findOldIndexesIn('claims', '$'), findOldIndexesIn('firstholds', ':')];
  return [
    { ...claims, rows: () => claims.rows.find(claims.old), rewrite: async () => undefined },
    {
      ...holds,
      rows: () => holds.rows.find(holds.old),
      rewrite: (row) => holds.rows.deleteOne({ _id: (row as { _id: string })._id }),
    },
  ];
}
