import { setTimeout as pause } from 'node:timers/promises';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import type { ChangeStreamDocument, MongoClient, ResumeToken } from 'mongodb';

const REOPEN_MS = 500;
const LATEST_MS = scaledTimeout(60_000);
const OURS = /^archaka_/;
const MARKS = { db: 'archaka_chaos', collection: 'marks' };

/** What changed in a document, as far as it is told to the watchers. */
export interface Change {
  /** `archaka_payment.orders`. */
  readonly where: string;
  readonly id: string;
  readonly kind: 'insert' | 'update' | 'replace' | 'delete';
  /** The whole document after an insert or replacement, the changed fields after an update. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface Watching {
  /** Resolves once every change made before the call has been told. */
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
}

/** Photos and tickets stay where they are. */
const pipeline = (collections: readonly string[]) => [
  { $match: { 'ns.db': OURS, 'ns.coll': { $in: [...collections, MARKS.collection] } } },
  {
    $unset: [
      'fullDocument.pdf',
      'fullDocument.content',
      'fullDocument.body',
      'updateDescription.updatedFields.pdf',
    ],
  },
];

function changeOf(document: ChangeStreamDocument): Change | undefined {
  const { operationType: kind } = document;
  if (kind !== 'insert' && kind !== 'update' && kind !== 'replace' && kind !== 'delete') return undefined;
  const { ns, documentKey } = document;
  const fields =
    kind === 'update'
      ? document.updateDescription.updatedFields
      : kind === 'delete'
        ? {}
        : document.fullDocument;
  return { where: `${ns.db}.${ns.coll}`, id: String(documentKey._id), kind, fields: fields ?? {} };
}

/** Tells every change of these collections in the order of their commits, whatever becomes of the store meanwhile. */
export async function watchChanges(
  client: MongoClient,
  collections: readonly string[],
  tell: (change: Change) => void,
): Promise<Watching> {
  const { operationTime: startAtOperationTime } = await client.db('admin').command({ hello: 1 });
  const seenMarks = new Set<string>();
  let token: ResumeToken | undefined;
  let stopped = false;

  const follow = async () => {
    const from = token ? { startAfter: token } : { startAtOperationTime };
    const stream = client.watch(pipeline(collections), from);
    try {
      while (!stopped) {
        const document = await stream.tryNext();
        if (!document) continue;
        token = document._id;
        const change = changeOf(document);
        if (change?.where.startsWith(MARKS.db)) seenMarks.add(change.id);
        else if (change) tell(change);
      }
    } finally {
      await stream.close().catch(() => undefined);
    }
  };
  const followForEver = async () => {
    while (!stopped) await follow().catch(() => pause(REOPEN_MS));
  };
  const following = followForEver();

  return {
    async caughtUp() {
      const { insertedId } = await client.db(MARKS.db).collection(MARKS.collection).insertOne({});
      const deadline = performance.now() + LATEST_MS;
      while (!seenMarks.has(String(insertedId))) {
        if (performance.now() > deadline) throw new Error('the changes of the stores cannot be followed');
        await pause(50);
      }
    },
    async stop() {
      stopped = true;
      await following;
    },
  };
}
