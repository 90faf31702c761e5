import { expect, test } from '@jest/globals';
import { examination } from '../features/make-hall-pack/testing/builders.ts';
import { hashNotice } from './allotment.ts';
import { countPlan, type HallCandidate, planDistrict } from './allotment-plan.ts';
import { buildAllotment, buildCentre } from './testing/builders.ts';

const centre = buildCentre({ capacity: 2 });
const hall = buildCentre({ code: '102', name: 'Town Hall', capacity: 1, accessible: true });
const file = { ...examination, centres: [centre, hall] };

const buildCandidate = (application_id: string, overrides: Partial<HallCandidate> = {}): HallCandidate => ({
  application_id,
  version: 1,
  exam_type: 1,
  exam_regular: 1,
  needs: { accessible: false, scribes: false },
  has_ticket: true,
  ...overrides,
});
const buildSeat = (overrides: Parameters<typeof buildAllotment>[0] = {}) =>
  buildAllotment({ application_id: 'a', notice: hashNotice(centre, file), ...overrides });
const plan = (input: Partial<Parameters<typeof planDistrict>[0]>) =>
  planDistrict({
    district: 'Anakapalli',
    examination: file,
    candidates: [],
    allotments: [],
    elsewhere: new Set(),
    lastSeats: new Map(),
    ...input,
  });

test('seats go by needs, exam type and application ID after the last assigned ones; the rest is unplaced', () => {
  const planned = plan({
    candidates: [
      buildCandidate('d', { exam_type: 2, has_ticket: false }),
      buildCandidate('c', { version: 3 }),
      buildCandidate('b', { needs: { accessible: true, scribes: false } }),
    ],
    lastSeats: new Map([['101', 1]]),
  });
  const notice = hashNotice(centre, file);
  expect(planned).toMatchObject([
    {
      application_id: 'c',
      status: 'new',
      centre: '101',
      seat: 2,
      roll_number: '24-101-0002',
      version: 3,
      notice,
    },
    { application_id: 'b', status: 'new', centre: '102', seat: 1, roll_number: '24-102-0001' },
    { application_id: 'd', status: 'unplaced', note: 'full' },
  ]);
  expect(countPlan(planned)).toEqual({
    ...{ paid: 3, ticketed: 2, seated: 2, new: 2, reissued: 0, unplaced: 1, to_check: 0 },
  });
});

test('a seat that its candidate has is not changed', () => {
  const [planned, ...others] = plan({ candidates: [buildCandidate('a')], allotments: [buildSeat()] });
  expect(others).toEqual([]);
  expect(planned).toMatchObject({ status: 'earlier', roll_number: '24-101-0001', is_paid: true });
  expect(planned).not.toHaveProperty('note');
});

test('a ticket is reissued when date, time or address differ from the examination file', () => {
  const examinationDate = { examination_date: '2027-02-20' };
  const moved = { ...file, ...examinationDate };
  expect(
    plan({ candidates: [buildCandidate('a')], allotments: [buildSeat()], examination: moved }),
  ).toMatchObject([{ status: 'reissued', notice: hashNotice(centre, moved), seat: 1 }]);
});

test.each([
  ['of another district', 'another-district', { elsewhere: new Set(['a']) }],
  ['of somebody who has no ticket any more', 'no-ticket', {}],
  [
    'that does not suit',
    'unsuitable',
    { candidates: [buildCandidate('a', { needs: { accessible: true, scribes: true } })] },
  ],
  ['of a removed centre', 'unknown-centre', { examination: { ...file, centres: [hall] } }],
  [
    'that the candidate has in another district',
    'another-district',
    { candidates: [buildCandidate('a')], allotments: [buildSeat({ district: 'Guntur' })] },
  ],
])('a seat %s is to be checked, and not changed', (_what, note, input) => {
  const planned = plan({ allotments: [buildSeat()], ...input });
  expect(planned).toMatchObject([{ roll_number: '24-101-0001', status: 'earlier', note }]);
  expect(countPlan(planned).to_check).toBe(1);
});
