import type { Database, OldRows } from '@archaka/service-kit';
import { PLAIN_MOBILE_CLAIM } from './claim-repository.ts';
import { PLAIN_FIELDS } from './content-schema.ts';
import { toDocumentPlace } from './document-store.ts';
import type { Repositories } from './repositories.ts';
import { type FormSealing, openForm, type StoredForm, sealForm, unsealContent } from './sealed-content.ts';

interface PlainDependencies {
  readonly db: Database;
  readonly sealing: FormSealing;
  readonly repositories: Pick<Repositories, 'applications' | 'indexMobile'>;
}

interface DocumentRow {
  readonly _id: string;
  readonly ownerId: string;
  readonly bytes: { readonly buffer: Buffer };
}

interface FormRow extends Omit<StoredForm, 'content'> {
  readonly _id: string;
  /** Absent in a version, whose application has it, as `examYear`. */
  readonly userId?: string;
  readonly examYear?: string;
  readonly applicationId: string;
  /** Absent in a submitted draft. */
  readonly content?: StoredForm['content'];
}

function findPlainDocuments({ db, sealing: { personal } }: PlainDependencies): OldRows {
  const rows = db.connection.collection<DocumentRow>('documents');
  const plain = { bytes: { $exists: true } };
  return {
    name: 'documents',
    count: () => rows.countDocuments(plain),
    rows: () => rows.find(plain),
    rewrite: async (row) => {
      const { _id, ownerId, bytes } = row as DocumentRow;
      const sealed = await personal.sealBytes(ownerId, bytes.buffer, toDocumentPlace(_id));
      await rows.updateOne({ _id, ...plain }, { $set: { sealed }, $unset: { bytes: 1 } });
    },
  };
}

const isPlain = {
  $or: [{ number: { $exists: true } }, { 'content.aadhaar': { $exists: true }, sealed: { $exists: false } }],
};
const withoutPlain = Object.fromEntries(
  ['number', ...PLAIN_FIELDS.map((name) => `content.${name}`)].map((path) => [path, 1 as const]),
);

function findPlainForms(name: string, { db, sealing, repositories }: PlainDependencies): OldRows {
  const rows = db.connection.collection<FormRow>(name);
  const findOwner = async ({ userId, applicationId }: FormRow) =>
    userId ?? (await repositories.applications.findOutline(applicationId))?.userId;

  const rewrite = async (row: FormRow): Promise<void> => {
    const { _id, content, examYear = '' } = row;
    if (!content) {
      await rows.updateOne({ _id, content: { $exists: false } }, { $unset: { number: 1 } });
      return;
    }
    const context = { collection: name, id: _id };
    const opened = await openForm({ ...row, content }, { sealing, context });
    const { number } = opened;
    const unmasked = unsealContent(opened.content, { sealing: sealing.aadhaar, context });
    const owner = await findOwner(row);
    if (owner === undefined) return;
    const form = await sealForm({ owner, number, content: unmasked }, { sealing, context });
    const index = name === 'applications' && {
      mobileIndex: await repositories.indexMobile(examYear, number),
    };
    await rows.updateOne(
      { _id, 'content.aadhaar.ct': content.aadhaar.ct },
      {
        $set: { sealed: form.sealed, 'content.aadhaar': form.content.aadhaar, ...index },
        $unset: withoutPlain,
      },
    );
  };

  return {
    name,
    count: () => rows.countDocuments(isPlain),
    rows: () => rows.find(isPlain),
    rewrite: (row) => rewrite(row as FormRow),
  };
}

/** Claims are rewritten with their applications; these are of failed submissions, or were created meanwhile. */
function findPlainClaims({ db, repositories }: PlainDependencies): OldRows {
  const rows = db.connection.collection<{ _id: string }>('claims');
  const plain = { _id: PLAIN_MOBILE_CLAIM };
  return {
    name: 'claims',
    count: () => rows.countDocuments(plain),
    rows: () => rows.find(plain),
    rewrite: (row) => {
      const [, examYear = '', number = ''] = (row as { _id: string })._id.split(':');
      return repositories.indexMobile(examYear, number);
    },
  };
}

/** Applications come first: versions read their owners there. Chunks of uploads expire within a day instead. */
export const findPlainRows = (deps: PlainDependencies): OldRows[] => [
  findPlainDocuments(deps),
  ...['applications', 'drafts', 'versions'].map((name) => findPlainForms(name, deps)),
  findPlainClaims(deps),
];
