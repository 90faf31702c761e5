import type { Database, OldRows, Sealed } from '@archaka/service-kit';
import type { Applications } from './applications.ts';
import type { SealedContent } from './content-schema.ts';
import type { PresentIndex } from './present-index.ts';
import { reindexed } from './sealed-content.ts';
import { type AadhaarSealing, indexPattern } from './sealing.ts';

interface SealedRow {
  readonly _id: string;
  /** A version has none: its application does. */
  readonly examYear?: string;
  readonly applicationId: string;
  readonly content: SealedContent;
  readonly digest?: string;
}

export interface PresentKeys {
  /** Of the key that seals. */
  readonly kid: string;
  /** Of the key that indexes. */
  readonly indexKid: string;
}

interface Parts {
  readonly db: Database;
  readonly applications: Pick<Applications, 'find'>;
  readonly presentIndex: PresentIndex;
  readonly sealing: AadhaarSealing;
  readonly present: PresentKeys;
}

/** Collections of forms, those whose rows say their year first. */
const COLLECTIONS = ['applications', 'drafts', 'versions'] as const;

const carriesOld = ({ kid, indexKid }: PresentKeys) => ({
  'content.aadhaar.kid': { $exists: true },
  $or: [
    { 'content.aadhaar.kid': { $ne: kid } },
    { 'content.aadhaarIndex': { $not: new RegExp(`^${indexPattern(indexKid)}$`) } },
  ],
});

/** Forms whose Aadhaar is sealed or indexed under an old key, of each collection. */
export const oldForms = (parts: Parts): OldRows[] => COLLECTIONS.map((name) => formsIn(name, parts));

function formsIn(name: string, { db, applications, presentIndex, sealing, present }: Parts): OldRows {
  const rows = db.connection.collection<SealedRow>(name);
  const old = carriesOld(present);
  const yearOf = async ({ examYear, applicationId }: SealedRow) =>
    examYear ?? (await applications.find(applicationId))?.examYear ?? '';

  const rewrite = async (row: SealedRow): Promise<void> => {
    const place = { collection: name, id: row._id };
    const { whole, ...under } = reindexed(row, { sealing, place });
    await presentIndex(await yearOf(row), whole.aadhaar);
    const sealed: Sealed = sealing.seal(whole.aadhaar, place);
    const { aadhaarIndex, ...digest } = under;
    await rows.updateOne(
      { _id: row._id, 'content.aadhaar.ct': row.content.aadhaar.ct },
      { $set: { 'content.aadhaar': sealed, 'content.aadhaarIndex': aadhaarIndex, ...digest } },
    );
  };

  return {
    name,
    count: () => rows.countDocuments(old),
    rows: () => rows.find(old),
    rewrite: (row) => rewrite(row as SealedRow),
  };
}

/**
 * What is left under an old index once all forms are brought under the present one: no claim, since its application states
 * the Aadhaar; and holds of submissions that failed, which nothing asks for any more.
 */
export function oldIndexes({ db, present }: Pick<Parts, 'db' | 'present'>): OldRows[] {
  const under = `^aadhaar:[^:]*:${indexPattern(present.indexKid)}`;
  const leftIn = (name: string, end: string) => {
    const rows = db.connection.collection<{ _id: string }>(name);
    const old = { _id: { $regex: '^aadhaar:', $not: new RegExp(under + end) } };
    return { name, rows, old, count: () => rows.countDocuments(old) };
  };
  const [claims, holds] = [leftIn('claims', '$'), leftIn('firstholds', ':')];
  return [
    { ...claims, rows: () => claims.rows.find(claims.old), rewrite: async () => undefined },
    {
      ...holds,
      rows: () => holds.rows.find(holds.old),
      rewrite: (row) => holds.rows.deleteOne({ _id: (row as { _id: string })._id }),
    },
  ];
}
