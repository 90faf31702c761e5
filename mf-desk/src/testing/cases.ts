import type { ApplicationRecord, CaseSummary, DeskCase, StaffMember } from '@archaka/contracts/calls';
import { paidApplication } from '@archaka/platform/testing/states';

export const clerk: StaffMember = { id: 'staff-1', name: 'Lakshmi Devi', roles: ['scrutiny-clerk'] };
export const otherClerk: StaffMember = { id: 'staff-2', name: 'Ramesh', roles: ['scrutiny-clerk'] };

const APPLICATION_ID = 'ARC24-0000001A';

export const leaseOf = ({ id, name }: StaffMember): NonNullable<CaseSummary['lease']> => ({
  staff_id: id,
  name,
  until: new Date(Date.now() + 15 * 60_000).toISOString(),
});

export const waitingSummary: CaseSummary = {
  application_id: APPLICATION_ID,
  name: 'రాముడు',
  number_masked: '********10',
  exam_type: 2,
  exam_regular: 1,
  district_id: 9,
  district_name: 'Guntur',
  payment_status: 'S',
  submitted_at: '2024-06-30T18:45:00.000Z',
  version: 1,
  scrutiny: 'waiting',
};

const record: ApplicationRecord = {
  ...paidApplication,
  id: APPLICATION_ID,
  application_id: APPLICATION_ID,
  number: '********10',
  postal_address: '***',
  birth_certificate: [{ document_id: 'birth-1', filetype: 'jpeg' }],
  previous_certificate: [{ document_id: 'previous-1', filetype: 'png' }],
};

interface CaseChange extends Partial<Omit<DeskCase, 'summary' | 'record'>> {
  readonly summary?: Partial<CaseSummary>;
  readonly record?: Partial<ApplicationRecord>;
}

/** A case that waits, in its first version, open with nobody. */
export const buildCase = ({ summary, record: changedRecord, ...change }: CaseChange = {}): DeskCase => ({
  summary: { ...waitingSummary, ...summary },
  record: { ...record, application_id: summary?.application_id ?? APPLICATION_ID, ...changedRecord },
  versions: [{ version: 1, at: '2024-06-30T18:45:00.000Z', changes: [] }],
  decisions: [],
  notes: [],
  grievances: [],
  related: [],
  ...change,
});

export const ownCase = (change: CaseChange = {}): DeskCase =>
  buildCase({ ...change, summary: { lease: leaseOf(clerk), ...change.summary } });
