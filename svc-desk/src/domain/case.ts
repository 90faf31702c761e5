import {
  type ApplicationRecord,
  type BatchResult,
  type PaperField,
  paperField,
  type ScrutinyState,
} from '@archaka/contracts';
import type { Look } from './scrutiny.ts';

/** What lists and queues select by; nothing personal. */
export interface CaseFacets {
  readonly user_id: string;
  readonly examine_year: string;
  readonly exam_type: number;
  readonly exam_regular: number;
  readonly district_id: number;
  readonly district_name: string;
  readonly centre_district_id: number;
  readonly payment_status: ApplicationRecord['payment_status'];
  readonly submitted_at: Date;
  readonly version: number;
  readonly papers: readonly PaperField[];
  /** Of the fee, in rupees. */
  readonly amount: number;
  /** Absent before a seat is allotted. */
  readonly roll_number?: string;
  /** Absent before the result is published. */
  readonly result_revision?: number;
  /** When the revaluation was paid that waits for its marks; null while none does. */
  readonly revaluation_paid_at: Date | null;
}

export interface CaseScrutiny {
  readonly scrutiny: ScrutinyState;
  readonly look: Look;
  /** When it began to wait for a clerk; null while it does not. */
  readonly waiting_since: Date | null;
}

const toPaidAt = (revaluation: ApplicationRecord['revaluation']): Date | null =>
  revaluation?.state === 'waiting' && revaluation.paid_at ? new Date(revaluation.paid_at) : null;

export const toFacets = (userId: string, record: ApplicationRecord): CaseFacets => ({
  user_id: userId,
  examine_year: record.examine_year,
  exam_type: record.exam_type,
  exam_regular: record.exam_regular,
  district_id: record.district_id,
  district_name: record.district_name,
  centre_district_id: record.centre_district_id,
  payment_status: record.payment_status,
  submitted_at: new Date(record.date),
  version: record.version,
  papers: paperField.options.filter((paper) => record[paper]?.length),
  amount: record.amount,
  ...(record.hall && { roll_number: record.hall.roll_number }),
  ...(record.result && { result_revision: record.result.revision }),
  revaluation_paid_at: toPaidAt(record.revaluation),
});

/** Of an application that nobody has scrutinised. */
export const notScrutinised: CaseScrutiny = { scrutiny: 'none', look: 1, waiting_since: null };

const APPEAL_LOOK = 4;

/**
 * The scrutiny of a case after its application changed: a paid one waits for its first look, a new version waits
 * again, and one that is not paid any more does not wait. The appeal against a rejection has it wait for a senior clerk.
 */
export function updateScrutiny(
  known: (CaseScrutiny & Pick<CaseFacets, 'version'>) | undefined,
  { version, payment_status }: Pick<CaseFacets, 'version' | 'payment_status'>,
  {
    hasRules,
    isAppealed,
    now,
  }: { readonly hasRules: boolean; readonly isAppealed: boolean; readonly now: Date },
): CaseScrutiny {
  if (!hasRules || payment_status !== 'S') return notScrutinised;
  if (!known || known.scrutiny === 'none' || known.version !== version)
    return { scrutiny: 'waiting', look: 1, waiting_since: now };
  if (isAppealed && known.scrutiny === 'rejected' && known.look !== APPEAL_LOOK)
    return { scrutiny: 'appealed', look: APPEAL_LOOK, waiting_since: now };
  return { scrutiny: known.scrutiny, look: known.look, waiting_since: known.waiting_since };
}

interface WaitingCase extends Pick<CaseFacets, 'version' | 'payment_status'>, Pick<CaseScrutiny, 'scrutiny'> {
  readonly clerk?: { readonly until: Date };
  /** When its application is to be read again. */
  readonly due_at: Date | null;
}

/** Why a case that a batch names is not accepted; undefined when it is as it was named. */
export function findSkipReason(
  row: WaitingCase | undefined,
  version: number,
  now: Date,
): Exclude<BatchResult, 'accepted' | 'undone'> | undefined {
  if (!row || row.version !== version || row.payment_status !== 'S' || row.due_at) return 'changed';
  if (row.scrutiny !== 'waiting') return 'decided';
  return row.clerk && row.clerk.until > now ? 'leased' : undefined;
}
