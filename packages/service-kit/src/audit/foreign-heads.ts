import { type AuditHead, type AuditHeadCalls, MAX_AUDIT_HEADS } from '@archaka/contracts';
import { invalid } from '../errors.ts';
import { type CallHandler, handleCall, ok } from '../http/call-handler.ts';
import type { Log } from '../log.ts';
import { isDuplicateKey } from '../persistence/database-errors.ts';
import type { AuditModels, BlockHead } from './audit-models.ts';
import { toSignedHead } from './hashes.ts';
import { contradictedHeads } from './head-metrics.ts';
import type { CheckAuditSignature } from './signatures.ts';

interface ForeignHeadsOptions {
  readonly models: AuditModels;
  readonly createSignatureCheck: (service: string) => CheckAuditSignature;
  readonly log: Pick<Log, 'error'>;
}

/** Stores heads of other services' audit logs. Nothing is ever replaced. */
export class ForeignHeads {
  readonly #rows: AuditModels['foreignHeads'];
  readonly #createSignatureCheck: ForeignHeadsOptions['createSignatureCheck'];
  readonly #log: ForeignHeadsOptions['log'];

  constructor({ models, createSignatureCheck, log }: ForeignHeadsOptions) {
    this.#rows = models.foreignHeads;
    this.#createSignatureCheck = createSignatureCheck;
    this.#log = log;
  }

  /** False when another head of this height is stored. @throws HttpProblem 400 for a signature of somebody else */
  async store(service: string, head: BlockHead): Promise<boolean> {
    const check = this.#createSignatureCheck(service);
    if ((await check(toSignedHead(service, head), head.signature)) !== 'valid')
      throw invalid([{ field: 'signature', message: 'This is not the signature of the calling service.' }]);
    const _id = `${service}:${head.sequence}`;
    try {
      await this.#rows.insertMany([{ _id, service, ...head, receivedAt: new Date() }], { lean: true });
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const stored = await this.#rows.findById(_id).lean();
    if (stored?.hash === head.hash) return true;
    contradictedHeads.add();
    this.#log.error({ service, block: head.sequence }, 'a different audit head of this block is stored');
    return false;
  }

  /** 0 without one. */
  async findLast(service: string): Promise<number> {
    const last = await this.#rows.findOne({ service }).sort({ sequence: -1 }).lean();
    return last?.sequence ?? 0;
  }

  /** A page in the order of the blocks. */
  async list(service: string, after: number): Promise<AuditHead[]> {
    const page = await this.#rows
      .find({ service, sequence: { $gt: after } })
      .sort({ sequence: 1 })
      .limit(MAX_AUDIT_HEADS)
      .lean();
    return page.map(({ sequence, hash, sealedAt }) => ({
      ...{ sequence, hash },
      sealed_at: sealedAt.toISOString(),
    }));
  }
}

export const createHeadHandlers = ({ store, list }: AuditHeadCalls, heads: ForeignHeads): CallHandler[] => [
  handleCall(store, {
    handle: async ({ caller = '', body: { sealed_at, ...head } }) => {
      const isStored = await heads.store(caller, { ...head, sealedAt: new Date(sealed_at) });
      return ok({ data: [{ is_stored: isStored, last: await heads.findLast(caller) }] });
    },
  }),
  handleCall(list, {
    handle: async ({ caller = '', body: { after } }) => ok({ data: await heads.list(caller, after) }),
  }),
];
