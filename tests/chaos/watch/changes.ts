import { setTimeout as pause } from 'node:timers/promises';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import type { ChangeStreamDocument, MongoClient, ResumeToken } from 'mongodb';

const REOPEN_MS = 500;
const CATCH_UP_TIMEOUT_MS = scaledTimeout(60_000);
const OWN_DATABASES = /^archaka_/;
const MARKS = { db: 'archaka_chaos', collection: 'marks' };

/** What changed in a document, as far as it is told to the watchers. */
export interface Change {
  /** `archaka_payment.orders`. */
  readonly collection: string;
  readonly id: string;
  readonly kind: 'insert' | 'update' | 'replace' | 'delete';
  /** The whole document after an insert or replacement, the changed fields after an update. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface ChangeWatch {
  /** Resolves once every change made before the call has been told. */
  waitUntilCaughtUp(): Promise<void>;
  stop(): Promise<void>;
}

/** Photos and tickets stay where they are. */
const pipeline = (collections: readonly string[]) => [
  { $match: { 'ns.db': OWN_DATABASES, 'ns.coll': { $in: [...collections, MARKS.collection] } } },
  {
    $unset: [
      'fullDocument.pdf',
      'fullDocument.content',
      'fullDocument.body',
      'updateDescription.updatedFields.pdf',
    ],
  },
];

function toChange(document: ChangeStreamDocument): Change | undefined {
  const { operationType: kind } = document;
  if (kind !== 'insert' && kind !== 'update' && kind !== 'replace' && kind !== 'delete') return undefined;
  const { ns, documentKey } = document;
  const fields =
    kind === 'update'
      ? document.updateDescription.updatedFields
      : kind === 'delete'
        ? {}
        : document.fullDocument;
  return { collection: `${ns.db}.${ns.coll}`, id: String(documentKey._id), kind, fields: fields ?? {} };
}

/** Tells every change of these collections in the order of their commits, whatever becomes of the store meanwhile. */
export async function watchChanges(
  client: MongoClient,
  collections: readonly string[],
  onChange: (change: Change) => void,
): Promise<ChangeWatch> {
  const { operationTime: startAtOperationTime } = await client.db('admin').command({ hello: 1 });
  const receivedMarks = new Set<string>();
  let resumeToken: ResumeToken | undefined;
  let stopped = false;

  const followStream = async () => {
    const start = resumeToken ? { startAfter: resumeToken } : { startAtOperationTime };
    const stream = client.watch(pipeline(collections), start);
    try {
      while (!stopped) {
        const document = await stream.tryNext();
        if (!document) continue;
        resumeToken = document._id;
        const change = toChange(document);
        if (change?.collection.startsWith(MARKS.db)) receivedMarks.add(change.id);
        else if (change) onChange(change);
      }
    } finally {
      await stream.close().catch(() => undefined);
    }
  };
  const followWithReopen = async () => {
    while (!stopped) await followStream().catch(() => pause(REOPEN_MS));
  };
  const following = followWithReopen();

  return {
    async waitUntilCaughtUp() {
      const { insertedId } = await client.db(MARKS.db).collection(MARKS.collection).insertOne({});
      const deadline = performance.now() + CATCH_UP_TIMEOUT_MS;
      while (!receivedMarks.has(String(insertedId))) {
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
