import type { ApplicationRecord } from '@archaka/contracts';
import { toWireAccommodation } from './accommodation.ts';
import type { Application, MaskedContent } from './application.ts';
import { toPaymentStatus } from './application-state.ts';
import { toWireParticulars } from './form.ts';
import { toWireFiles } from './form-files.ts';
import { toMaskedAadhaar, toWireIdentityPaper } from './identity.ts';

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

/** The stored application record (specification, section 3), Aadhaar masked; `amount` in rupees. */
export const toApplicationRecord = (
  application: Application,
  { amount, now }: { amount: number; now: Date },
): ApplicationRecord => ({
  id: application.id,
  number: application.number,
  application_id: application.id,
  ...toContentRecord(application.content, now),
  amount,
  examine_year: application.examYear,
  payment_status: toPaymentStatus(application.state),
  order_id: application.orderId ?? '',
  transaction_id: application.transactionId ?? '',
  date: application.submittedAt.toISOString(),
  version: application.version,
  ticket_version: application.ticketVersion,
  ...(application.hall ? { hall: application.hall.seat } : {}),
});
