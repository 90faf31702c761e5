import type { TicketSnapshot } from '@archaka/contracts';
import { toWireAccommodation } from './accommodation.ts';
import type { Application } from './application.ts';
import { toMaskedAadhaar, toWireIdentityPaper } from './identity.ts';
import { getDistrict, type Places } from './places.ts';

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
