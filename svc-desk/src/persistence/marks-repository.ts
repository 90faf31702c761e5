import type { MarkFault, MarkSheet, MarkSheetState } from '@archaka/contracts';
import {
  type Database,
  isDuplicateKey,
  type KeyRing,
  type OldRows,
  QueueRepository,
  RowSealing,
  type Sealed,
  type SealedRow,
  SealedRows,
  sealedFields,
  sealRows,
} from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';
import type { CandidateResult } from '../domain/check-candidate.ts';

const PURPOSE = 'results before their publication';

interface Signature {
  readonly action: MarkSheet['history'][number]['action'];
  readonly staff_id: string;
  readonly at: Date;
}

/** A file of marks. Its results are in chunks, each of which is deleted with its publication. */
export interface MarkSheetRow
  extends Pick<
    MarkSheet,
    'examine_year' | 'sha256' | 'rows' | 'candidates' | 'passed' | 'failed' | 'set_aside' | 'without_marks'
  > {
  readonly _id: string;
  readonly number: number;
  readonly state: MarkSheetState;
  readonly faults: readonly MarkFault[];
  readonly fault_count: number;
  readonly publish_at?: Date;
  readonly published: number;
  readonly history: readonly Signature[];
  /** When it is to be published, discarded unsigned, or deleted. */
  readonly due_at: Date | null;
}

const text = { type: String, required: true };
const count = { type: Number, required: true };
const sheetSchema = new Schema(
  {
    _id: text,
    number: { ...count, unique: true },
    state: text,
    examine_year: text,
    sha256: text,
    rows: count,
    candidates: count,
    passed: count,
    failed: count,
    set_aside: count,
    faults: [Schema.Types.Mixed],
    fault_count: count,
    without_marks: count,
    publish_at: Date,
    published: count,
    history: [Schema.Types.Mixed],
    due_at: Date,
    tries: Number,
    lease: String,
    parked_at: Date,
  },
  { collection: 'mark_sheets', versionKey: false },
).index({ due_at: 1 }, { partialFilterExpression: { due_at: { $type: 'date' } } });

interface ChunkRow extends SealedRow {
  readonly sheet_id: string;
  readonly sealed: Sealed;
}

const chunkSchema = sealRows(
  new Schema<ChunkRow>(
    { _id: text, sheet_id: { ...text, index: true }, sealed: sealedFields },
    { collection: 'mark_chunks', versionKey: false },
  ),
  ['sealed'],
);

/** Candidates in one transaction of a publication. */
const CHUNK_SIZE = 200;
const MAX_UPLOAD_MS = 3_600_000;

export class MarkSheetRepository {
  readonly rows: QueueRepository<MarkSheetRow>;
  readonly #sheets: Model<MarkSheetRow>;
  readonly #chunks: Model<ChunkRow>;
  readonly #sealedChunks: SealedRows<ChunkRow>;
  readonly #sealing: RowSealing<ChunkRow>;

  /** `ring`: DESK_KEYS_SECRET. */
  constructor({ connection }: Pick<Database, 'connection'>, ring: KeyRing) {
    this.#sheets = connection.model<MarkSheetRow>(
      'MarkSheet',
      sheetSchema as unknown as Schema<MarkSheetRow>,
    );
    this.#chunks = connection.model<ChunkRow>('MarkChunk', chunkSchema);
    this.rows = new QueueRepository<MarkSheetRow>(this.#sheets);
    this.#sealedChunks = new SealedRows(this.#chunks);
    this.#sealing = new RowSealing(this.#chunks, ring, PURPOSE);
  }

  /** Of a process that is killed meanwhile, a discarded sheet remains, which is deleted within the hour. */
  async add(sheet: MarkSheetRow, results: readonly CandidateResult[]): Promise<boolean> {
    const { _id: sheetId, state, due_at } = sheet;
    try {
      const abandonedAt = new Date(Date.now() + MAX_UPLOAD_MS);
      await this.#sheets.insertMany([{ ...sheet, state: 'discarded', due_at: abandonedAt }]);
    } catch (error) {
      // Another upload has this number.
      if (isDuplicateKey(error)) return false;
      throw error;
    }
    for (let start = 0; start < results.length; start += CHUNK_SIZE) {
      const _id = `${sheetId}:${String(start).padStart(7, '0')}`;
      const chunk = JSON.stringify(results.slice(start, start + CHUNK_SIZE));
      const sealed = this.#sealing.seal(_id, chunk);
      await this.#sealedChunks.add({ _id, sheet_id: sheetId, sealed });
    }
    return this.change({ _id: sheetId, state: 'discarded', published: 0 }, { state, due_at });
  }

  async find(id: string): Promise<MarkSheetRow | undefined> {
    return (await this.#sheets.findById(id).lean<MarkSheetRow>()) ?? undefined;
  }

  /** Newest first. */
  list(): Promise<MarkSheetRow[]> {
    return this.#sheets.find().sort({ number: -1 }).lean<MarkSheetRow[]>();
  }

  async findLastNumber(): Promise<number> {
    const [last] = await this.#sheets.find({}, { number: 1 }).sort({ number: -1 }).limit(1).lean();
    return last?.number ?? 0;
  }

  listUnsignedBefore(number: number): Promise<MarkSheetRow[]> {
    const filter: object = { number: { $lt: number }, state: { $in: ['checked', 'proposed'] } };
    return this.#sheets.find(filter).lean<MarkSheetRow[]>();
  }

  /** False when it has changed since it was read. */
  async change(
    { _id, state, published, publish_at }: Pick<MarkSheetRow, '_id' | 'state' | 'published' | 'publish_at'>,
    { signature, ...changes }: Partial<MarkSheetRow> & { readonly signature?: Signature },
  ): Promise<boolean> {
    const update = { $set: changes, ...(signature && { $push: { history: signature } }) };
    const { matchedCount } = await this.#sheets.updateOne(
      { _id, state, published, publish_at: publish_at ?? null } as object,
      update as object,
    );
    return matchedCount === 1;
  }

  /** The next results to publish; undefined when all are. */
  async findNextResults(
    sheetId: string,
  ): Promise<{ readonly id: string; readonly results: readonly CandidateResult[] } | undefined> {
    const row = await this.#chunks.findOne({ sheet_id: sheetId }).sort({ _id: 1 }).lean<ChunkRow>();
    return row ? { id: row._id, results: JSON.parse(this.#sealing.unseal(row)) } : undefined;
  }

  /** Needs a transaction with the events. @returns false when another instance has published them */
  async markPublished(sheetId: string, chunkId: string, published: number): Promise<boolean> {
    const { deletedCount } = await this.#chunks.deleteOne({ _id: chunkId });
    if (deletedCount === 0) return false;
    await this.#sheets.updateOne({ _id: sheetId }, { $inc: { published } });
    return true;
  }

  async removeResults(sheetId: string): Promise<void> {
    await this.#chunks.deleteMany({ sheet_id: sheetId });
  }

  async remove(id: string): Promise<void> {
    await this.removeResults(id);
    await this.#sheets.deleteOne({ _id: id });
  }

  /** Results under a key that is not the current one. */
  findOldRows(): OldRows<SealedRow> {
    return this.#sealing.findOldRows();
  }
}
