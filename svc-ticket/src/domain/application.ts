import {
  allowsTicket,
  type Examination,
  type ExaminationResult,
  isLaterDecision,
  type ScrutinyVerdict,
  type TicketSnapshot,
} from '@archaka/contracts';
import type { Allotment } from './allotment.ts';

export interface ApplicationVersion {
  readonly version: number;
  readonly user_id: string;
  readonly snapshot: TicketSnapshot;
}

export interface Payment {
  readonly order_id: string;
  readonly payment_id: string;
  /** Paise. */
  readonly amount: number;
}

/** Of the examination. */
export interface CandidateResult extends ExaminationResult {
  readonly user_id: string;
}

/** Of a clerk about a version. */
export interface Decision {
  readonly id: string;
  readonly version: number;
  readonly verdict: ScrutinyVerdict;
  readonly at: Date;
}

/** Built from the events received so far, in any order. */
export interface Application {
  readonly application_id: string;
  readonly newest?: ApplicationVersion;
  /** In order of arrival. */
  readonly payments?: readonly Payment[];
  /** Ids of refunded or disputed payments; they entitle to no ticket. */
  readonly returning?: readonly string[];
  readonly result?: CandidateResult;
  /** The one that counts. */
  readonly decision?: Decision;
}

/** Without personal data. */
export interface ApplicationOutline extends Omit<Application, 'newest' | 'result'> {
  readonly newest?: Omit<ApplicationVersion, 'snapshot'>;
}

export interface PreviewRequest {
  readonly application_id: string;
  readonly applicationVersion: ApplicationVersion;
  readonly payment?: Payment | undefined;
  readonly allotment?: Allotment | undefined;
}

export interface TicketRequest extends PreviewRequest {
  readonly payment: Payment;
  readonly result?: CandidateResult | undefined;
}

/** Keeps the highest version; an older or repeated one changes nothing. */
export function applyVersion(application: Application, applicationVersion: ApplicationVersion): Application {
  const current = application.newest;
  return current && current.version >= applicationVersion.version
    ? application
    : { ...application, newest: applicationVersion };
}

export function applyPayment(application: Application, payment: Payment): Application {
  const { payments = [] } = application;
  if (payments.some(({ payment_id }) => payment_id === payment.payment_id)) return application;
  return { ...application, payments: [...payments, payment] };
}

/** The reversal may arrive before its payment. */
export function applyReversal(application: Application, payment_id: string): Application {
  const { returning = [] } = application;
  if (returning.includes(payment_id)) return application;
  return { ...application, returning: [...returning, payment_id] };
}

/** Keeps the highest revision; an older or repeated one changes nothing. */
export const applyResult = (application: Application, result: CandidateResult): Application =>
  (application.result?.revision ?? 0) >= result.revision ? application : { ...application, result };

export const applyDecision = (application: Application, decision: Decision): Application =>
  application.decision && !isLaterDecision(decision, application.decision)
    ? application
    : { ...application, decision };

/** Returns the first payment that is not reversed, so that tickets keep naming the same one. */
export const findPayment = ({
  payments = [],
  returning = [],
}: Pick<Application, 'payments' | 'returning'>): Payment | undefined =>
  payments.find(({ payment_id }) => !returning.includes(payment_id));

/** The examination of a year; undefined without its file. */
export type FindExamination = (year: string) => Examination | undefined;

/** Of the newest version, once it is paid and where scrutiny allows it. */
export function findDueTicket(
  application: Application,
  findExamination: FindExamination,
): TicketRequest | undefined {
  const { application_id, newest, result, decision } = application;
  const payment = findPayment(application);
  if (!newest || !payment) return undefined;
  const rules = findExamination(newest.snapshot.examine_year)?.scrutiny;
  if (!allowsTicket(rules, newest.version, decision)) return undefined;
  return { application_id, applicationVersion: newest, payment, result };
}
