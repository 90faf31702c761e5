import type { Database } from '@archaka/service-kit';
import { expect, test } from '@jest/globals';
import type { Allotment } from '../../domain/allotment.ts';
import type { Application } from '../../domain/application.ts';
import { buildAllotment } from '../../domain/testing/builders.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import { type CandidateList, findCentre, loadCandidates, toCounts } from './candidate-list.ts';
import { buildApplicationId, buildCandidate } from './testing/builders.ts';

const db = { transaction: (work: () => Promise<unknown>) => work() } as Database;
const centre = { name: 'Tirupati', name_te: 'తిరుపతి' };

/** The candidate list of these applications; `versions` are those of their current tickets. */
function loadFrom(
  applications: readonly Application[],
  versions: Readonly<Record<string, number>>,
  allotted: readonly Allotment[] = [],
): Promise<CandidateList> {
  const tickets = {
    findCurrentRefs: async (ids: readonly string[]) =>
      ids.flatMap((application_id) => {
        const version = versions[application_id];
        return version === undefined ? [] : [{ application_id, version, token: 'token' }];
      }),
  };
  const repository = {
    async *streamByCentre() {
      yield* applications;
    },
  };
  const allotments = { findMany: async () => allotted };
  const repositories: unknown = { applications: repository, tickets, allotments };
  return loadCandidates(db, repositories as Repositories, '2024', centre);
}

const buildApplication = (number: number, name: string, exam_type = 1): Application => {
  const { application_id, applicationVersion, payment } = buildCandidate(number, {
    name,
    exam_type,
  }).ticketRequest;
  return { application_id, newest: applicationVersion, payments: [payment] };
};

test('lists every candidate with a ticket in Telugu collation order', async () => {
  const names = ['హరి', 'కృష్ణ', 'అంబ', 'కమల', 'శ్రీనివాస', 'ఆది', 'అనంత'];
  const applications = names.map((name, number) => buildApplication(number, name));
  const { candidates } = await loadFrom(
    applications,
    Object.fromEntries(names.map((_, number) => [buildApplicationId(number), 1])),
  );
  expect(candidates.map(({ ticketRequest }) => ticketRequest.applicationVersion.snapshot.name)).toEqual([
    'అంబ',
    'అనంత',
    'ఆది',
    'కమల',
    'కృష్ణ',
    'శ్రీనివాస',
    'హరి',
  ]);
});

test('orders by centre and seat, then candidates without a seat by name', async () => {
  const ids = [1, 2, 3, 4, 5].map(buildApplicationId);
  const seat = (index: number, centre: string, number: number) =>
    buildAllotment({
      ...{ application_id: String(ids[index]), centre, seat: number },
      roll_number: `24-${centre}-000${number}`,
    });
  const { candidates } = await loadFrom(
    ['హరి', 'అంబ', 'కమల', 'ఆది', 'కృష్ణ'].map((name, index) => buildApplication(index + 1, name)),
    Object.fromEntries(ids.map((id) => [id, 1])),
    [seat(0, '102', 1), seat(2, '101', 2), seat(4, '101', 1)],
  );
  expect(
    candidates.map(({ ticketRef, allotment }) => [ticketRef.application_id, allotment?.roll_number]),
  ).toEqual([
    [ids[4], '24-101-0001'],
    [ids[2], '24-101-0002'],
    [ids[0], '24-102-0001'],
    [ids[1], undefined],
    [ids[3], undefined],
  ]);
});

test('leaves out unpaid and reversed applications, and counts paid ones with an outdated or missing ticket', async () => {
  const unpaid = { ...buildApplication(1, 'Unpaid'), payments: [] };
  const reversed = { ...buildApplication(2, 'Back'), returning: ['pay_2'] };
  const candidateList = await loadFrom(
    [
      unpaid,
      reversed,
      buildApplication(3, 'Old'),
      buildApplication(4, 'Waiting', 2),
      buildApplication(5, 'There'),
      buildApplication(6, 'Too'),
    ],
    {
      [buildApplicationId(1)]: 1,
      [buildApplicationId(2)]: 1,
      [buildApplicationId(3)]: 0,
      [buildApplicationId(5)]: 1,
      [buildApplicationId(6)]: 1,
    },
  );
  expect(candidateList.candidates.map(({ ticketRef }) => ticketRef.application_id)).toEqual([
    buildApplicationId(5),
    buildApplicationId(6),
  ]);
  expect(toCounts(candidateList)).toEqual({
    groups: [
      { exam_type: 1, exam_regular: 1, paid: 3, ticketed: 2, listed: 2 },
      { exam_type: 2, exam_regular: 1, paid: 1, ticketed: 0, listed: 0 },
    ],
    total: { paid: 4, ticketed: 2, listed: 2 },
    isWhole: false,
  });
});

const tirupati = { name: 'Tirupati', name_te: 'తిరుపతి' };
const guntur = { name: 'Guntur', name_te: 'గుంటూరు' };

const kadapa = { name: 'YSR Kadapa', name_te: 'వైఎస్ఆర్ కడప' };

test('finds a Telugu name in another Unicode normalization', () => {
  const typed = 'వైఎస్ఆర్ కడప'.normalize('NFD');
  expect(typed).not.toBe(kadapa.name_te);
  expect(findCentre(typed, [guntur, kadapa])).toBe(kadapa);
});

test.each(['Tirupati', ' tirupati ', 'తిరుపతి'])('resolves %j to Tirupati', (query) => {
  expect(findCentre(query, [guntur, tirupati])).toBe(tirupati);
});

test('lists the known centres when no application has chosen the centre', () => {
  expect(() => findCentre('Madurai', [guntur, tirupati])).toThrow(
    'No application has the centre Madurai. Centres with applications: Guntur (గుంటూరు), Tirupati (తిరుపతి).',
  );
  expect(() => findCentre('Guntur', [])).toThrow('There are no applications for this examination.');
});
