import type { Row } from './row.ts';
import type { SealingByService } from './stores.ts';

/** Rows with personal data, in one collection. */
export interface RowKind {
  readonly service: keyof SealingByService;
  readonly collection: string;
  /** Filter of rows of an older release. */
  readonly plain: object;
  /** The personal data of a sealed row. */
  readonly open: (row: Row) => Promise<unknown>;
  /** The row in the format of an older release; `opened` is the result of `open`. */
  // biome-ignore lint/suspicious/noExplicitAny: what `open` of the same kind returned
  readonly toPlain: (row: Row, opened: any) => Row;
}

export const toPath = ({ service, collection }: Pick<RowKind, 'service' | 'collection'>): string =>
  `${service}.${collection}`;

const withoutSealed = ({ sealed: _sealed, ...row }: Row): Row => row as Row;
const SESSION_MS = 24 * 3600 * 1000;

function createAuthKinds({ auth: { personal } }: SealingByService): RowKind[] {
  const open = (collection: string) => (row: Row) =>
    personal.openFields(row.sealed, { collection, id: row._id, field: 'sealed' });
  const isPlain = { number: { $exists: true } };
  return [
    {
      ...{ service: 'auth', collection: 'accounts', plain: isPlain, open: open('accounts') },
      toPlain: (row, opened) => ({ ...withoutSealed(row), ...opened }),
    },
    {
      ...{ service: 'auth', collection: 'sessions', plain: isPlain, open: open('sessions') },
      toPlain: (row, opened) => ({
        ...withoutSealed(row),
        ...opened,
        expires_at: new Date(Date.now() + SESSION_MS),
      }),
    },
  ];
}

const PLAIN_FORM = {
  $or: [{ number: { $exists: true } }, { 'content.aadhaar': { $exists: true }, sealed: { $exists: false } }],
};

function createFormKind(collection: string, { application }: SealingByService): RowKind {
  const { personal, openAadhaar, sealAadhaar, indexClaim } = application;
  return {
    ...{ service: 'application', collection, plain: PLAIN_FORM },
    open: async ({ _id: id, sealed, content }) => {
      if (!content) return {};
      const opened = await personal.openFields<Row>(sealed, { collection, id, field: 'sealed' });
      const { aadhaarKey, ...particulars } = opened.content;
      const aadhaar = openAadhaar(content.aadhaar, aadhaarKey, { collection, id });
      // A version has none; sealing it writes an empty one.
      return { number: opened.number || undefined, content: { ...particulars, aadhaar } };
    },
    toPlain: ({ mobileIndex: _index, content: _content, ...row }, { number, content }) => {
      const plain = { ...withoutSealed(row as Row), ...(number && { number }) };
      if (!content) return plain;
      const aadhaar = sealAadhaar(content.aadhaar, { collection, id: row._id as string });
      return { ...plain, content: { ...content, aadhaar, aadhaarIndex: indexClaim(content.aadhaar) } };
    },
  };
}

function createDocumentKind({ application: { personal } }: SealingByService): RowKind {
  return {
    ...{ service: 'application', collection: 'documents', plain: { bytes: { $exists: true } } },
    open: ({ _id: id, sealed }) =>
      personal.openBytes(sealed, { collection: 'documents', id, field: 'bytes' }),
    toPlain: (row, bytes) => ({ ...withoutSealed(row), size: bytes.length, bytes }),
  };
}

function createTicketKinds({ ticket: { personal } }: SealingByService): RowKind[] {
  return [
    {
      ...{ service: 'ticket', collection: 'applications' },
      plain: { 'newest.snapshot.name': { $exists: true } },
      open: async ({ _id: id, newest }) => ({
        ...newest.snapshot,
        ...(await personal.openFields(newest.sealed, { collection: 'applications', id, field: 'newest' })),
      }),
      toPlain: (row, snapshot) => ({ ...row, newest: { ...withoutSealed(row.newest), snapshot } }),
    },
    {
      ...{ service: 'ticket', collection: 'tickets', plain: { pdf: { $exists: true } } },
      open: async ({ _id: id, sealed_pdf, sealed_photo }) => ({
        pdf: await personal.openBytes(sealed_pdf, { collection: 'tickets', id, field: 'pdf' }),
        photo: await personal.openBytes(sealed_photo, { collection: 'tickets', id, field: 'photo' }),
      }),
      toPlain: ({ sealed_pdf: _pdf, sealed_photo: _photo, ...row }, files) => ({ ...row, ...files }) as Row,
    },
  ];
}

/** Sealed claims have no personal data; the rows that they refer to are compared. */
const claimKinds: readonly RowKind[] = [
  {
    ...{ service: 'auth', collection: 'accountclaims', plain: { _id: /^number:\d{10}$|@/ } },
    open: async ({ account_id }) => account_id,
    toPlain: (row) => row,
  },
  {
    ...{ service: 'application', collection: 'claims', plain: { _id: /^mobile:\d+:\d{10}$/ } },
    open: async ({ applicationId }) => applicationId,
    toPlain: (row) => row,
  },
];

export const createRowKinds = (sealing: SealingByService): readonly RowKind[] => [
  ...createAuthKinds(sealing),
  createDocumentKind(sealing),
  ...['applications', 'drafts', 'versions'].map((name) => createFormKind(name, sealing)),
  ...claimKinds,
  ...createTicketKinds(sealing),
];
