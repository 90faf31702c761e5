import {
  type ApplicationRecord,
  allowsTicket,
  type Examination,
  type RecordedGrievance,
  type TicketSnapshot,
} from '@archaka/contracts';
import type { Application, Grievance, MaskedContent, PublishedResult } from './application.ts';
import { toPaymentStatus } from './application-state.ts';
import { toMaskedAadhaar, toWireIdentityPaper, toWireParticulars } from './form.ts';
import { toWireAccommodation, toWireFiles } from './form-files.ts';
import { toAmount } from './payments.ts';
import { getDistrict, type Places } from './places.ts';
import { toRecordedRevaluation } from './revaluation.ts';
import { toRecordedDecision } from './scrutiny.ts';

/** The form as records contain it: places with their names, Aadhaar masked. */
export const toContentRecord = (content: MaskedContent, now: Date) => ({
  aadhar: toMaskedAadhaar(content),
  ...toWireParticulars(content, now),
  district_name: content.district.name,
  mandal_name: content.mandal.name,
  centre_district_name: content.centreDistrict.name,
  image: toWireFiles(content.photo),
  birth_certificate: toWireFiles(content.birthCertificate),
  previous_certificate: toWireFiles(content.previousCertificate),
  markmemos_certificate: toWireFiles(content.marksMemos),
  ...(content.accommodation && {
    ...toWireAccommodation(content),
    accommodation_certificate: toWireFiles(content.accommodation.certificate),
  }),
  ...toWireIdentityPaper(content),
});

const toRecordedGrievance = ({
  openedAt,
  changedAt: _changedAt,
  ...grievance
}: Grievance): RecordedGrievance => ({ ...grievance, opened_at: openedAt.toISOString() });

const toRecordedResult = ({
  publishedAt,
  uploadedAt: _uploadedAt,
  papers,
  ...result
}: PublishedResult): NonNullable<ApplicationRecord['result']> => ({
  ...result,
  papers: [...papers],
  published_at: publishedAt.toISOString(),
});

/** A paid version that scrutiny lets have no ticket. */
const isTicketWithheld = (
  { state, version, decision }: Application,
  { scrutiny }: Pick<Examination, 'scrutiny'>,
): boolean => toPaymentStatus(state) === 'S' && !allowsTicket(scrutiny, version, decision);

/** The stored application record (specification, section 3), Aadhaar masked. */
export const toApplicationRecord = (
  application: Application,
  { examination, now }: { examination: Examination; now: Date },
): ApplicationRecord => ({
  id: application.id,
  number: application.number,
  application_id: application.id,
  ...toContentRecord(application.content, now),
  amount: toAmount(application, examination),
  examine_year: application.examYear,
  payment_status: toPaymentStatus(application.state),
  order_id: application.orderId ?? '',
  transaction_id: application.transactionId ?? '',
  date: application.submittedAt.toISOString(),
  version: application.version,
  ...(isTicketWithheld(application, examination)
    ? { ticket_version: null, ticket_withheld: true }
    : { ticket_version: application.ticketVersion }),
  ...(application.decision ? { scrutiny: toRecordedDecision(application.decision, application.appeal) } : {}),
  ...(application.grievances ? { grievances: application.grievances.map(toRecordedGrievance) } : {}),
  ...(application.hall ? { hall: application.hall.seat } : {}),
  ...(application.result ? { result: toRecordedResult(application.result) } : {}),
  ...(application.revaluation
    ? { revaluation: toRecordedRevaluation(application.revaluation, application.result) }
    : {}),
});

export function toTicketSnapshot(
  { id, examYear, content, submittedAt }: Pick<Application, 'id' | 'examYear' | 'content' | 'submittedAt'>,
  places: Places,
): TicketSnapshot {
  const centre = getDistrict(places, content.centreDistrict.id);
  return {
    application_id: id,
    examine_year: examYear,
    name: content.name,
    father_name: content.fatherName,
    aadhaar_masked: toMaskedAadhaar(content),
    exam_type: content.examType,
    exam_regular: content.compartmental ? 2 : 1,
    languages: content.languages.map((part) => part.id),
    centre_district: { name: centre.name, name_te: centre.nameTe },
    agama: content.agama,
    photo: content.photo.documentId,
    submitted_at: submittedAt.toISOString(),
    dob: content.dateOfBirth,
    ...toWireAccommodation(content),
    ...toWireIdentityPaper(content),
  };
}
