import { createHash } from 'node:crypto';
import type { ApplicationState } from './application-state.ts';

/** A district or mandal by its id and English name. */
export interface Place {
  readonly id: number;
  readonly name: string;
}

/** A part of the examination that a compartmental applicant writes. */
export interface LanguagePart {
  readonly id: number;
  readonly name: string;
}

/** A stored document: the same bytes, brought by one owner, have one id. */
export interface FileRef {
  readonly documentId: string;
  readonly filetype: string;
}

/** The four files an application may carry. */
export interface Files {
  readonly photo: FileRef;
  readonly birthCertificate: FileRef;
  readonly previousCertificate: FileRef | null;
  readonly marksMemos: FileRef | null;
}

/** What an applicant states, the Aadhaar aside. */
export interface Particulars extends Files {
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
  /** The agama's Telugu name. */
  readonly agama: string;
}

/** What an applicant states, the Aadhaar whole: lives in memory only. */
export interface UnmaskedContent extends Particulars {
  readonly aadhaar: string;
}

/** What lists, tickets and events are made from. */
export interface MaskedContent extends Particulars {
  readonly aadhaarMasked: string;
  /** The blind index: equal for equal Aadhaars, says nothing about them. */
  readonly aadhaarIndex: string;
}

/** An order that svc-payment made for an application; the one of the highest round is to be paid. */
export interface OrderRef {
  readonly orderId: string;
  readonly round: number;
}

/** A payment that was captured for an application. */
export interface CapturedPayment {
  readonly paymentId: string;
  readonly orderId: string;
  readonly at: Date;
}

/** A submitted application as it is now. */
export interface Application {
  readonly id: string;
  readonly userId: string;
  readonly number: string;
  readonly examYear: string;
  readonly state: ApplicationState;
  /** When the provider's side last said something about its payment. */
  readonly stateAt: Date;
  /** 1 when submitted; each edit adds one. */
  readonly version: number;
  readonly content: MaskedContent;
  readonly digest: string;
  /** The order it is or was to be paid by; null while none is known. */
  readonly orderId: string | null;
  readonly orders: readonly OrderRef[];
  readonly transactionId: string | null;
  readonly ticketVersion: number | null;
  readonly submittedAt: Date;
  readonly payments: readonly CapturedPayment[];
  /** Payments that went back, or go back since the claims had gone to another. */
  readonly lostPayments: readonly string[];
}

/** An application as it stood from `at` on. */
export interface Version {
  readonly applicationId: string;
  readonly version: number;
  readonly at: Date;
  readonly content: MaskedContent;
}

/** A form saved before submission; one for a user and year. */
export interface Draft {
  readonly applicationId: string;
  readonly userId: string;
  readonly number: string;
  readonly examYear: string;
  readonly content: MaskedContent;
  readonly digest: string;
}

/** The place of a user's draft in a year; empty before the first save and once the draft was submitted. */
export interface DraftSlot {
  /** Counts what was saved and submitted there; 0 before the first. */
  readonly version: number;
  readonly draft: Draft | undefined;
}

/** Tells two forms apart without keeping either: equal for equal statements and equal files. */
export function computeDigest(
  { aadhaar: _aadhaar, ...particulars }: UnmaskedContent,
  aadhaarIndex: string,
): string {
  return createHash('sha256')
    .update(JSON.stringify([aadhaarIndex, particulars]))
    .digest('base64url');
}

/** The ids of all documents an application names. */
export const listDocumentIds = ({
  photo,
  birthCertificate,
  previousCertificate,
  marksMemos,
}: Files): string[] =>
  [photo, birthCertificate, previousCertificate, marksMemos].flatMap((file) =>
    file ? [file.documentId] : [],
  );
