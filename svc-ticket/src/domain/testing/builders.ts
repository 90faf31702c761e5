import type { TicketSnapshot } from '@archaka/contracts';

/** What a ticket shows of a regular applicant. */
export const buildSnapshot = (overrides: Partial<TicketSnapshot> = {}): TicketSnapshot => ({
  application_id: 'ARC24-00000000',
  examine_year: '2024',
  name: 'Sita',
  father_name: 'Rama',
  aadhaar_masked: '**** **** 1234',
  exam_type: 2,
  exam_regular: 1,
  languages: [],
  centre_district: { name: 'Anakapalli', name_te: 'అనకాపల్లి' },
  agama: 'వైఖానస',
  photo: 'photo',
  submitted_at: '2024-06-10T18:29:59.000Z',
  ...overrides,
});
