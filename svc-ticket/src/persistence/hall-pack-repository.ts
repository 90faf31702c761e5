import type { HallPack, HallPackFailure, HallPackState } from '@archaka/contracts';
import { type FileField, type FileStorage, type StoredFile, storedFileFields } from '@archaka/privacy-kit';
import { type Database, dueNow, QueueRepository, sealRows, writeUnlessDuplicate } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';

/** The last pack of a centre district, and a row of the work queue until it is deleted. */
export interface HallPackRow {
  /** Year and English name of the centre district. */
  readonly _id: string;
  readonly year: string;
  readonly district: string;
  /** Counts the beginnings: a restarted pack gets the next one. */
  readonly number: number;
  readonly state: HallPackState;
  readonly failure?: HallPackFailure;
  readonly done: number;
  readonly total: number;
  /** A member of the staff. */
  readonly requested_by: string;
  readonly requested_at: Date;
  readonly counts?: NonNullable<HallPack['counts']>;
  readonly bytes?: number;
  readonly pieces?: number;
  readonly expires_at?: Date;
  /** Set after too many failed attempts. */
  readonly parked_at?: Date | null;
}

/** A part of the zip file, sealed and, where there is a bucket, in it. */
interface PieceRow {
  readonly _id: string;
  readonly pack: string;
  readonly sealed_bytes: StoredFile;
}

const PIECES = 'hall_pack_pieces';
/** Of the data key of all packs, each of which holds the data of many persons. */
const OWNER = 'hall-packs';

export const pieceFields: readonly FileField[] = [{ collection: PIECES, field: 'sealed_bytes' }];

const text = { type: String, required: true };
const count = { type: Number, required: true };

const packSchema = new Schema(
  {
    _id: text,
    year: text,
    district: text,
    number: count,
    state: text,
    failure: String,
    done: count,
    total: count,
    requested_by: text,
    requested_at: { type: Date, required: true },
    counts: Schema.Types.Mixed,
    bytes: Number,
    pieces: Number,
    expires_at: Date,
    due_at: Date,
    tries: Number,
    lease: String,
    parked_at: Date,
  },
  { collection: 'hall_packs', versionKey: false },
).index({ due_at: 1 }, { partialFilterExpression: { due_at: { $type: 'date' } } });

const pieceSchema = sealRows(
  new Schema(
    {
      _id: text,
      pack: { ...text, index: true },
      sealed_bytes: { type: new Schema(storedFileFields, { _id: false }), required: true },
    },
    { collection: PIECES, versionKey: false },
  ),
  ['sealed_bytes'],
);

type PackKey = Pick<HallPackRow, '_id' | 'number'>;

const toPackId = (year: string, district: string): string => `${year} ${district}`;
const toPieceId = ({ _id, number }: PackKey, position: number): string => `${_id}.${number}.${position}`;
const toPlace = (id: string) => ({ collection: PIECES, id, field: 'sealed_bytes' });

export class HallPackRepository {
  readonly rows: QueueRepository<HallPackRow>;
  readonly #packs: Model<HallPackRow>;
  readonly #pieces: Model<PieceRow>;
  readonly #files: FileStorage;

  constructor({ connection }: Pick<Database, 'connection'>, files: FileStorage) {
    this.#packs = connection.model<HallPackRow>('HallPack', packSchema as unknown as Schema<HallPackRow>);
    this.#pieces = connection.model<PieceRow>('HallPackPiece', pieceSchema as unknown as Schema<PieceRow>);
    this.#files = files;
    this.rows = new QueueRepository<HallPackRow>(this.#packs);
  }

  async find(year: string, district: string): Promise<HallPackRow | undefined> {
    return (await this.#packs.findById(toPackId(year, district)).lean<HallPackRow>()) ?? undefined;
  }

  list(year: string): Promise<HallPackRow[]> {
    return this.#packs.find({ year }).lean<HallPackRow[]>();
  }

  /** Replaces the last pack of the district. False while that is being made. */
  async start({
    year,
    district,
    ...request
  }: Pick<HallPackRow, 'year' | 'district' | 'requested_by' | 'requested_at'>): Promise<boolean> {
    const $set = { year, district, ...request, state: 'making', done: 0, total: 0, ...dueNow };
    const $unset = { failure: 1, counts: 1, bytes: 1, pieces: 1, expires_at: 1 };
    const isFree: object = {
      _id: toPackId(year, district),
      $or: [{ state: { $ne: 'making' } }, { parked_at: { $type: 'date' } }],
    };
    const update = { $set, $unset, $setOnInsert: { number: 0 } } as object;
    return writeUnlessDuplicate(this.#packs.updateOne(isFree, update, { upsert: true }));
  }

  /** Deletes what an earlier beginning left. @returns undefined when another instance has begun it meanwhile */
  async begin({ _id, number }: PackKey): Promise<HallPackRow | undefined> {
    const begun = { $inc: { number: 1 }, $set: { done: 0, total: 0 } } as object;
    const row = await this.#packs
      .findOneAndUpdate({ _id, number, state: 'making' }, begun, { returnDocument: 'after' })
      .lean<HallPackRow>();
    await this.#pieces.deleteMany({ pack: _id });
    return row ?? undefined;
  }

  /** False when it is not being made any more, or was begun again. */
  async change({ _id, number }: PackKey, changes: Partial<HallPackRow>): Promise<boolean> {
    const filter: object = { _id, number, state: 'making' };
    return (await this.#packs.updateOne(filter, { $set: changes } as object)).matchedCount === 1;
  }

  async addPiece(pack: PackKey, position: number, bytes: Buffer): Promise<void> {
    const _id = toPieceId(pack, position);
    const sealed_bytes = await this.#files.writeFile(OWNER, bytes, toPlace(_id));
    await this.#pieces.insertMany([{ _id, pack: pack._id, sealed_bytes }], { lean: true });
  }

  /** From 0. */
  async findPiece(pack: PackKey, position: number): Promise<Buffer | undefined> {
    const row = await this.#pieces.findById(toPieceId(pack, position)).lean<PieceRow>();
    return row ? this.#files.readFile(row.sealed_bytes, toPlace(row._id)) : undefined;
  }

  /** Needs a transaction. Nothing happens when it has changed since it was read. */
  async remove({ _id, number, state }: HallPackRow): Promise<void> {
    const { deletedCount } = await this.#packs.deleteOne({ _id, number, state });
    if (deletedCount === 1) await this.#pieces.deleteMany({ pack: _id });
  }
}
