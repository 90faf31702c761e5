import { computeDigest } from './digest.ts';
import type { PlainPerson } from './plain-people.ts';
import { type RowKind, toPath } from './row-kinds.ts';
import type { Stores } from './stores.ts';

/** Expected digests of the personal data of rows, by collection and `_id`. */
type Expectations = Map<string, string>;

const toKey = (kind: RowKind, id: string) => `${toPath(kind)} ${id}`;

export const createExpectations = (people: readonly PlainPerson[]): Expectations =>
  new Map(
    people.flatMap(({ rows }) =>
      rows.map(({ kind, sealedId, data }) => [toKey(kind, sealedId), computeDigest(data)]),
    ),
  );

interface Submitted {
  readonly people: readonly PlainPerson[];
  readonly kinds: readonly RowKind[];
}

/** A submitted draft is an application and its first version. */
export function expectSubmitted(expectations: Expectations, { people, kinds }: Submitted): void {
  const getKind = (path: string) => kinds.find((kind) => toPath(kind) === path) as RowKind;
  for (const { applicant, applicationId, rows } of people) {
    const draft = rows.find(({ kind }) => toPath(kind) === 'application.drafts');
    if (!draft) throw new Error('no draft was submitted');
    const { content } = draft.data as { content: object };
    const application = { number: applicant.number, content };
    expectations.set(toKey(draft.kind, draft.sealedId), computeDigest({}));
    expectations.set(toKey(getKind('application.applications'), applicationId), computeDigest(application));
    const version = computeDigest({ content });
    expectations.set(toKey(getKind('application.versions'), `${applicationId}:1`), version);
  }
}

export interface KindResult {
  readonly kind: RowKind;
  readonly plain: number;
  readonly sealed: number;
  /** Expected rows that are missing, do not open, or differ. */
  readonly lost: readonly string[];
}

async function findLost(kind: RowKind, { stores, expectations }: CheckContext): Promise<string[]> {
  const prefix = toKey(kind, '');
  const missing = new Map([...expectations].filter(([key]) => key.startsWith(prefix)));
  const lost: string[] = [];
  for await (const row of stores.collection(kind.service, kind.collection).find()) {
    const key = toKey(kind, row._id);
    const expected = missing.get(key);
    missing.delete(key);
    if (expected === undefined) continue;
    const digest = await kind.open(row).then(computeDigest, (error: Error) => error.message);
    if (digest !== expected) lost.push(`${key}: ${digest}`);
  }
  return [...lost, ...[...missing.keys()].map((key) => `${key}: missing`)];
}

interface CheckContext {
  readonly stores: Stores;
  readonly expectations: Expectations;
}

export async function countRows(kind: RowKind, stores: Stores): Promise<Omit<KindResult, 'lost'>> {
  const rows = stores.collection(kind.service, kind.collection);
  const plain = await rows.countDocuments(kind.plain);
  return { kind, plain, sealed: (await rows.countDocuments()) - plain };
}

/** Opens every row, and compares its content with the written one. */
export const checkRows = async (kind: RowKind, context: CheckContext): Promise<KindResult> => ({
  ...(await countRows(kind, context.stores)),
  lost: await findLost(kind, context),
});
