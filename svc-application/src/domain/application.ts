import { createHash } from 'node:crypto';
import type {
  GrievanceState,
  GrievanceSubject,
  HallSeat,
  PaperMarks,
  ResultOutcome,
  Scribe,
  ScrutinyVerdict,
} from '@archaka/contracts';
import type { ApplicationState } from './application-state.ts';

export interface Place {
  readonly id: number;
  readonly name: string;
}

/** A part of the examination that a compartmental applicant writes. */
export interface LanguagePart {
  readonly id: number;
  readonly name: string;
}

/** Equal bytes of one owner share a `documentId`. */
export interface FileRef {
  readonly documentId: string;
  readonly filetype: string;
}

export interface Files {
  readonly photo: FileRef;
  readonly birthCertificate: FileRef;
  readonly previousCertificate: FileRef | null;
  readonly marksMemos: FileRef | null;
}

/** A disabled candidate's requests, with the certificate that entitles to them. Sensitive personal data. */
export interface Accommodation {
  readonly scribe: Scribe;
  readonly compensatoryTime: boolean;
  readonly certificate: FileRef;
}

/** The parts of a form that stay stored when it is sent again without them. */
export interface Attachments extends Files {
  /** Absent without a request. */
  readonly accommodation?: Accommodation;
}

/** The kind of a paper in place of the Aadhaar number, as the examination names it. */
export interface IdentityPaper {
  readonly kind: string;
  readonly name: string;
  readonly nameTe: string;
}

export interface Particulars extends Attachments {
  readonly name: string;
  readonly fatherName: string;
  /** yyyy-mm-dd */
  readonly dateOfBirth: string;
  readonly postalAddress: string;
  readonly district: Place;
  readonly mandal: Place;
  readonly examType: number;
  readonly compartmental: boolean;
  readonly previousHallTicket: string;
  readonly languages: readonly LanguagePart[];
  readonly centreDistrict: Place;
  /** Telugu name. */
  readonly agama: string;
  /** Absent beside an Aadhaar number. */
  readonly identityPaper?: IdentityPaper;
}

/** Includes the plain Aadhaar; held in memory only. */
export interface UnmaskedContent extends Particulars {
  /** The Aadhaar number, or the number of another paper as `toIdentity` writes it. */
  readonly aadhaar: string;
}

export interface MaskedContent extends Particulars {
  readonly aadhaarMasked: string;
  /** Blind index: equal for equal Aadhaars, reveals nothing about them. */
  readonly aadhaarIndex: string;
}

/** An order of svc-payment. The one of the highest round is payable. */
export interface OrderRef {
  readonly orderId: string;
  readonly round: number;
  /** Paise; a later fee does not change it. */
  readonly amount: number;
}

export interface CapturedPayment {
  readonly paymentId: string;
  readonly orderId: string;
  readonly at: Date;
}

/** The candidate's seat, as printed on the ticket issued `at`. */
export interface Hall {
  readonly seat: HallSeat;
  readonly at: Date;
}

/** A reason of the examination's list. The note of the clerk may name things of the person. */
interface DecisionReason {
  readonly id: string;
  readonly note: string;
}

/** A clerk's decision about a version, as svc-desk reported it. */
export interface Decision {
  readonly id: string;
  readonly version: number;
  readonly verdict: ScrutinyVerdict;
  readonly reasons: readonly DecisionReason[];
  /** yyyy-mm-dd in India, of a correction. */
  readonly lastDay?: string | undefined;
  readonly at: Date;
}

/** Of the applicant against a rejection; one for an application. */
export interface Appeal {
  /** The rejection. */
  readonly decisionId: string;
  readonly text: string;
  readonly at: Date;
}

/** Filed on the portal or opened by telephone; svc-desk answers it. */
export interface Grievance {
  readonly number: string;
  readonly subject: GrievanceSubject;
  readonly state: GrievanceState;
  readonly openedAt: Date;
  readonly changedAt: Date;
  /** Of a call back: the day in India. */
  readonly on?: string;
  /** What the applicant wrote; empty for one by telephone. */
  readonly text: string;
  readonly answer?: string;
}

/** Of the examination, as svc-desk published it. */
export interface PublishedResult {
  readonly revision: number;
  readonly outcome: ResultOutcome;
  readonly papers: readonly PaperMarks[];
  readonly publishedAt: Date;
  /** When svc-desk got the mark sheet. */
  readonly uploadedAt: Date;
}

/** Of papers of a published result; one for an application. */
export interface Revaluation {
  readonly requestedAt: Date;
  /** With the marks as they stood at the request. */
  readonly papers: readonly PaperMarks[];
  /** Order ids of svc-payment, oldest first. */
  readonly orders: readonly string[];
  readonly payments: readonly CapturedPayment[];
  readonly reversals: readonly CapturedPayment[];
}

export interface Application {
  readonly id: string;
  readonly userId: string;
  /** Mobile. */
  readonly number: string;
  readonly mobileIndex: string;
  readonly examYear: string;
  readonly state: ApplicationState;
  /** Time that svc-payment reported for the last payment change. */
  readonly stateAt: Date;
  /** 1 at submission; each edit adds one. */
  readonly version: number;
  readonly content: MaskedContent;
  readonly digest: string;
  /** The order that pays or paid the application; null while unknown. */
  readonly orderId: string | null;
  readonly orders: readonly OrderRef[];
  readonly transactionId: string | null;
  readonly ticketVersion: number | null;
  readonly hall?: Hall;
  readonly submittedAt: Date;
  readonly payments: readonly CapturedPayment[];
  /** Payments that were reversed, or are to be refunded because the claims were lost. */
  readonly lostPayments: readonly string[];
  /** Of a clerk about this or an earlier version; absent before the first one. */
  readonly decision?: Decision;
  readonly appeal?: Appeal;
  /** Oldest first. */
  readonly grievances?: readonly Grievance[];
  readonly result?: PublishedResult;
  readonly revaluation?: Revaluation;
}

/** Needs no personal data: state, payments and lookup keys of the claims. */
export type ApplicationOutline = Omit<
  Application,
  'number' | 'content' | 'decision' | 'appeal' | 'grievances' | 'result' | 'revaluation'
> & {
  readonly content: Pick<MaskedContent, 'aadhaarIndex'>;
};

export interface Version {
  readonly applicationId: string;
  readonly version: number;
  readonly at: Date;
  readonly content: MaskedContent;
}

/** A form saved before submission; one per user and year. */
export interface Draft {
  readonly applicationId: string;
  readonly userId: string;
  readonly examYear: string;
  readonly content: MaskedContent;
  readonly digest: string;
}

/** A user's draft in a year; empty before the first save and after submission. */
export interface DraftSlot {
  /** Counts saves and submissions; 0 before the first. */
  readonly version: number;
  /** Counts every change of the row, from 1; 0 without a row. */
  readonly revision: number;
  readonly draft: Draft | undefined;
}

/** Equal for equal data and files; the key order of `content` counts. */
export function computeDigest(
  { aadhaar: _aadhaar, ...particulars }: UnmaskedContent,
  aadhaarIndex: string,
): string {
  return createHash('sha256')
    .update(JSON.stringify([aadhaarIndex, particulars]))
    .digest('base64url');
}

export const listDocumentIds = ({
  photo,
  birthCertificate,
  previousCertificate,
  marksMemos,
  accommodation,
}: Attachments): string[] =>
  [photo, birthCertificate, previousCertificate, marksMemos, accommodation?.certificate].flatMap((file) =>
    file ? [file.documentId] : [],
  );
