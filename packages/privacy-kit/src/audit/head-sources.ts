import { type AuditHead, type AuditHeadCalls, MAX_AUDIT_HEADS } from '@archaka/contracts';
import type { ServiceClient } from '@archaka/service-kit';
import type { BlockHead } from './audit-models.ts';
import type { HeadBucket } from './heads.ts';
import { type ChainEnd, describeRemoval, type ReportFault } from './walk-chain.ts';

/** A place outside the service's database that stores heads of its log. */
export interface HeadSource {
  readonly name: string;
  /** In the order of the blocks. */
  readonly list: () => AsyncIterable<AuditHead>;
}

export const createServiceSource = (
  { service, list }: AuditHeadCalls,
  services: Pick<ServiceClient, 'call'>,
): HeadSource => ({
  name: `svc-${service}`,
  async *list() {
    let after = 0;
    for (;;) {
      const { data = [] } = await services.call(list, { after });
      yield* data;
      if (data.length < MAX_AUDIT_HEADS) return;
      after = data.at(-1)?.sequence ?? after;
    }
  },
});

export const createBucketSource = (service: string, bucket: HeadBucket): HeadSource => ({
  name: 'the bucket',
  list: () => bucket.list(service),
});

/** Twice the interval of the hand-over, and a service that starts. */
const MAX_DELAY_MS = 3 * 60_000;

/** Compares the chain with the heads of one source. */
export class HeadComparison {
  readonly #name: string;
  readonly #report: ReportFault;
  readonly #heads = new Map<number, AuditHead[]>();
  #last = 0;
  #lastEqual = 0;
  #different: { from: number; to: number; since: string } | undefined;
  #missing: { from: number; since: Date } | undefined;

  private constructor(name: string, report: ReportFault) {
    this.#name = name;
    this.#report = report;
  }

  static async read({ name, list }: HeadSource, report: ReportFault): Promise<HeadComparison | undefined> {
    const comparison = new HeadComparison(name, report);
    try {
      for await (const head of list()) comparison.#add(head);
      return comparison;
    } catch {
      report('unread-heads', `The heads at ${name} cannot be read and were not compared.`);
      return undefined;
    }
  }

  #add(head: AuditHead): void {
    this.#heads.set(head.sequence, [...(this.#heads.get(head.sequence) ?? []), head]);
    this.#last = Math.max(this.#last, head.sequence);
  }

  /** Called in the order of the blocks. */
  compare({ sequence, hash, sealedAt }: Pick<BlockHead, 'sequence' | 'hash' | 'sealedAt'>): void {
    for (const head of this.#heads.get(sequence) ?? []) {
      if (head.hash === hash) this.#lastEqual = sequence;
      else {
        const { from = this.#lastEqual + 1, since = head.sealed_at } = this.#different ?? {};
        this.#different = { from, to: sequence, since };
      }
    }
    if (sequence > this.#last) this.#missing ??= { from: sequence, since: sealedAt };
  }

  /** `deleted`: the last block that retention has deleted. Its head may be deleted, too. */
  startAfter(deleted: BlockHead): void {
    this.compare(deleted);
    this.#missing = undefined;
    this.#lastEqual = deleted.sequence;
  }

  finish(end: ChainEnd): void {
    const stored = `at ${this.#name}`;
    if (this.#last > end.sequence)
      this.#report('removed-block', `${describeRemoval(end, this.#last)} Their head is ${stored}.`);
    if (this.#different) {
      const { from, to, since } = this.#different;
      const text = `Blocks ${from} to ${to} differ from the heads ${stored}: one was replaced since ${since}.`;
      this.#report('contradicted-head', text);
    }
    if (this.#missing && this.#missing.since.getTime() < Date.now() - MAX_DELAY_MS) {
      const { from, since } = this.#missing;
      const text = `Blocks ${from} to ${end.sequence}, sealed since ${since.toISOString()}, have no head ${stored}: the services do not reach each other, or heads were removed.`;
      this.#report('missing-head', text);
    }
  }
}
