import type { ExaminationCentre } from '@archaka/contracts';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { examination } from '../features/make-hall-pack/testing/builders.ts';
import { hashNotice } from './allotment.ts';
import {
  allotSeats,
  countPlan,
  type HallCandidate,
  planDistrict,
  type SeatRequest,
  toSeatNeeds,
} from './allotment-plan.ts';
import { buildAllotment, buildCentre } from './testing/builders.ts';

const PLAIN = { accessible: false, scribes: false };
const ACCESSIBLE = { accessible: true, scribes: false };
const SCRIBES = { accessible: true, scribes: true };

const request = (application_id: string, needs = PLAIN): SeatRequest => ({ application_id, needs });
const allot = (
  requests: readonly SeatRequest[],
  centres: readonly ExaminationCentre[],
  lastSeats: Record<string, number> = {},
) => {
  const { allotted, unplaced } = allotSeats(requests, centres, new Map(Object.entries(lastSeats)));
  return {
    seats: allotted.map(({ application_id, centre, seat }) => `${application_id} ${centre.code} ${seat}`),
    unplaced: unplaced.map(({ application_id, reason }) => `${application_id} ${reason}`),
  };
};

describe('seats', () => {
  test('are assigned in order until a centre is full, then in the next one', () => {
    const centres = [buildCentre({ code: '101', capacity: 2 }), buildCentre({ code: '102', capacity: 1 })];
    const requests = ['a', 'b', 'c', 'd'].map((id) => request(id));
    const seats = ['a 101 1', 'b 101 2', 'c 102 1'];
    expect(allot(requests, centres)).toEqual({ seats, unplaced: ['d full'] });
  });

  test('continue after the last assigned one', () => {
    const centres = [buildCentre({ code: '101', capacity: 3 }), buildCentre({ code: '102' })];
    expect(allot([request('a'), request('b')], centres, { 101: 2 }).seats).toEqual(['a 101 3', 'b 102 1']);
  });

  test('of a centre with facilities stay free as long as another centre has one', () => {
    const centres = [
      buildCentre({ code: '101', ...SCRIBES, capacity: 2 }),
      buildCentre({ code: '102', ...ACCESSIBLE, capacity: 2 }),
      buildCentre({ code: '103', capacity: 1 }),
    ];
    const requests = [request('scribe', SCRIBES), request('time', ACCESSIBLE), request('a'), request('b')];
    expect(allot(requests, centres).seats).toEqual(['scribe 101 1', 'time 102 1', 'a 103 1', 'b 102 2']);
  });

  test.each([
    ['the district has no centre', [], PLAIN, 'a no-centre'],
    ['no centre is accessible', [buildCentre()], ACCESSIBLE, 'a no-suitable-centre'],
    ['none has scribes', [buildCentre(ACCESSIBLE)], SCRIBES, 'a no-suitable-centre'],
    [
      'the accessible ones are full',
      [buildCentre(), buildCentre({ code: '102', ...ACCESSIBLE, capacity: 1 })],
      ACCESSIBLE,
      'a suitable-full',
    ],
  ])('are not assigned when %s, and the reason is named', (_what, centres, needs, reason) => {
    expect(allot([request('a', needs)], centres, { 102: 1 })).toEqual({ seats: [], unplaced: [reason] });
  });

  test('are never assigned twice or above the capacity, in any order of candidates', () => {
    const needs = fc.constantFrom(PLAIN, ACCESSIBLE, SCRIBES);
    const centres = fc.array(fc.record({ capacity: fc.integer({ min: 1, max: 5 }), facilities: needs }), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.array(needs, { maxLength: 20 }), centres, fc.nat(20), (wanted, halls, first) => {
        const built = halls.map(({ capacity, facilities }, index) =>
          buildCentre({ code: `C${index}`, capacity, ...facilities }),
        );
        const requests = wanted.map((each, index) => request(`a${index}`, each));
        const early = allotSeats(requests.slice(0, first), built, new Map());
        const last = new Map<string, number>();
        for (const { centre, seat } of early.allotted) last.set(centre.code, seat);
        const late = allotSeats(requests.slice(first), built, last);
        const all = [...early.allotted, ...late.allotted];
        expect(new Set(all.map(({ centre, seat }) => `${centre.code} ${seat}`)).size).toBe(all.length);
        for (const { centre, seat } of all) expect(seat).toBeLessThanOrEqual(centre.capacity);
        expect(all.length + early.unplaced.length + late.unplaced.length).toBe(wanted.length);
        expect(all).toEqual(allotSeats(requests, built, new Map()).allotted);
      }),
    );
  });
});

test.each([
  ['nothing is asked for', undefined, PLAIN],
  ['nothing is named', { scribe: 'none', compensatory_time: false }, PLAIN],
  ['extra time is asked for', { scribe: 'none', compensatory_time: true }, ACCESSIBLE],
  ['the scribe is the own one', { scribe: 'own', compensatory_time: false }, ACCESSIBLE],
  ['the department sends a scribe', { scribe: 'department', compensatory_time: true }, SCRIBES],
] as const)('maps the needs when %s', (_what, accommodation, needs) => {
  expect(toSeatNeeds({ accommodation })).toEqual(needs);
});

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
