import type { ExaminationCentre, TicketSnapshot } from '@archaka/contracts';
import type { Allotment } from '../allotment.ts';

/** A regular applicant's ticket snapshot. */
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

/** An examination centre without facilities. */
export const buildCentre = (overrides: Partial<ExaminationCentre> = {}): ExaminationCentre => ({
  code: '101',
  name: 'Hindu College',
  name_te: 'హిందూ కళాశాల',
  address: 'Main Road, Anakapalli 531001',
  address_te: 'మెయిన్ రోడ్, అనకాపల్లి 531001',
  district: 'Anakapalli',
  capacity: 100,
  accessible: false,
  scribes: false,
  ...overrides,
});

/** The first seat of that centre. */
export const buildAllotment = (overrides: Partial<Allotment> = {}): Allotment => ({
  application_id: 'ARC24-00000000',
  year: '2024',
  district: 'Anakapalli',
  centre: '101',
  seat: 1,
  roll_number: '24-101-0001',
  notice: 'notice',
  ...overrides,
});
