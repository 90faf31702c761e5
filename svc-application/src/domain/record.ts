import type { ApplicationRecord } from '@archaka/contracts';
import type { Application } from './application.ts';
import { paymentStatusOf } from './application-state.ts';
import { wireParticulars } from './form.ts';
import { wireFiles } from './form-files.ts';

/**
 * The stored application record (specification, section 3), the Aadhaar masked.
 * @param amount rupees
 */
export const recordOf = (
  application: Application,
  { amount, now }: { amount: number; now: Date },
): ApplicationRecord => {
  const { content } = application;
  return {
    id: application.id,
    number: application.number,
    application_id: application.id,
    aadhar: content.aadhaarMasked,
    ...wireParticulars(content, now),
    district_name: content.district.name,
    mandal_name: content.mandal.name,
    centre_district_name: content.centreDistrict.name,
    amount,
    image: wireFiles(content.photo),
    birth_certificate: wireFiles(content.birthCertificate),
    previous_certificate: wireFiles(content.previousCertificate),
    markmemos_certificate: wireFiles(content.marksMemos),
    examine_year: application.examYear,
    payment_status: paymentStatusOf(application.state),
    order_id: application.orderId ?? '',
    transaction_id: application.transactionId ?? '',
    date: application.submittedAt.toISOString(),
    version: application.version,
    ticket_version: application.ticketVersion,
  };
};
