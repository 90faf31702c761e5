import type { AuditAction, RevisionFields, StaffMember } from '@archaka/contracts';
import { isDuplicateKey } from '@archaka/service-kit';
import type { Rejection, Revision, Step } from '../domain/revision.ts';
import type { RevisionRepository } from '../persistence/revision-repository.ts';
import type { Dependencies } from './dependencies.ts';
import { toActor } from './sign-in/sign-in.ts';

type Decide<Content> = (
  newest: Revision<Content> | null,
  published: Revision<Content> | null,
) => Step<Content> | Rejection;

interface ProposalsOptions<Content> {
  readonly kind: 'notice' | 'settings';
  readonly rows: RevisionRepository<Content>;
  /** In the audit's detail. */
  readonly subjectName: 'notice' | 'year';
  /** In the transaction that stores it: the revision was published, or has ended what was. */
  readonly publish: (row: Revision<Content>) => Promise<void>;
}

/** What one member of the staff proposes and another publishes; each step is recorded. */
export class Proposals<Content extends object> {
  readonly #deps: Dependencies;
  readonly #options: ProposalsOptions<Content>;

  constructor(deps: Dependencies, options: ProposalsOptions<Content>) {
    this.#deps = deps;
    this.#options = options;
  }

  /** Of one subject or all, as a member reads them. */
  async list(member: StaffMember, subject?: string) {
    const histories = await this.#options.rows.list(subject);
    const nameOf = await this.#deps.staff.findNames(histories.flat().map(({ staff_id }) => staff_id));
    return histories.map((history) => {
      const [newest] = history;
      const toWire = ({
        content,
        revision,
        state,
        staff_id,
        at,
      }: Revision<Content>): Content & RevisionFields => {
        return { ...content, revision, state, by: nameOf(staff_id), at: at.toISOString() };
      };
      return {
        subject: newest?.subject ?? '',
        revisions: history.map(toWire),
        is_own_proposal: newest?.state === 'proposed' && newest.staff_id === member.id,
      };
    });
  }

  /**
   * Two who decide about one revision at once both write the next: the second one is rejected.
   * @param seen the newest revision that the member has read; 0: none
   */
  async change(
    subject: string,
    seen: number,
    member: StaffMember,
    decide: Decide<Content>,
  ): Promise<Rejection | undefined> {
    const { rows } = this.#options;
    try {
      return await this.#deps.db.transaction(async () => {
        const newest = await rows.findNewest(subject);
        if ((newest?.revision ?? 0) !== seen) return 420;
        const step = decide(newest, await rows.findNewest(subject, 'published'));
        if (typeof step === 'number') return step;
        await this.#store({ ...step, subject, revision: seen + 1, staff_id: member.id, at: new Date() });
        return undefined;
      });
    } catch (error) {
      if (isDuplicateKey(error)) return 420;
      throw error;
    }
  }

  async #store(row: Revision<Content>): Promise<void> {
    const { kind, rows, subjectName, publish } = this.#options;
    await rows.add(row);
    await this.#deps.audit.record({
      // Settings do not end.
      action: `${kind}.${row.state}` as AuditAction,
      actor: toActor(row.staff_id),
      detail: { [subjectName]: row.subject, revision: row.revision },
    });
    if (row.state === 'published' || row.state === 'ended') await publish(row);
  }
}
