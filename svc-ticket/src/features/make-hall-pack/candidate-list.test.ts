import type { Examination } from '@archaka/contracts';
import type { Database } from '@archaka/service-kit';
import { expect, test } from '@jest/globals';
import type { Allotment } from '../../domain/allotment.ts';
import type { Application } from '../../domain/application.ts';
import { buildAllotment } from '../../domain/testing/builders.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import { type CandidateList, loadCandidates, toCounts } from './candidate-list.ts';
import { buildApplicationId, buildCandidate } from './testing/builders.ts';

const db = { transaction: (work: () => Promise<unknown>) => work() } as Database;
const tirupati = { name: 'Tirupati', name_te: 'తిరుపతి' };

/** The candidate list of these applications, whose current tickets have these versions; by default all are of version 1. */
function loadFrom(
  applications: readonly Application[],
  { versions = {}, allotted = [] }: { versions?: Record<string, number | null>; allotted?: Allotment[] } = {},
): Promise<CandidateList> {
  const repositories: unknown = {
    applications: {
      async *streamByCentre() {
        yield* applications;
      },
    },
    tickets: {
      findCurrentRefs: async (ids: readonly string[]) =>
        ids.flatMap((application_id) => {
          const { [application_id]: version = 1 } = versions;
          return version === null ? [] : [{ application_id, version, token: 'token' }];
        }),
    },
    allotments: { findMany: async () => allotted },
  };
  return loadCandidates(db, repositories as Repositories, { examine_year: '2024' } as Examination, tirupati);
}

const buildApplication = (number: number, name: string, exam_type = 1): Application => {
  const { ticketRequest } = buildCandidate(number, { name, exam_type });
  const { application_id, applicationVersion, payment } = ticketRequest;
  return { application_id, newest: applicationVersion, payments: [payment] };
};
const toNames = ({ candidates }: CandidateList) =>
  candidates.map(({ ticketRequest }) => ticketRequest.applicationVersion.snapshot.name);

test('lists every candidate with a ticket in Telugu collation order, and before those the seats of each centre', async () => {
  const names = ['హరి', 'కృష్ణ', 'అంబ', 'కమల', 'శ్రీనివాస', 'ఆది', 'అనంత'];
  const applications = names.map((name, number) => buildApplication(number, name));
  const inOrder = ['అంబ', 'అనంత', 'ఆది', 'కమల', 'కృష్ణ', 'శ్రీనివాస', 'హరి'];
  expect(toNames(await loadFrom(applications))).toEqual(inOrder);

  const seat = (number: number, centre: string, seat: number) =>
    buildAllotment({
      application_id: buildApplicationId(number),
      centre,
      seat,
      roll_number: `24-${centre}-000${seat}`,
    });
  const allotted = [seat(0, '102', 1), seat(2, '101', 2), seat(4, '101', 1)];
  expect(toNames(await loadFrom(applications, { allotted }))).toEqual([
    ...['శ్రీనివాస', 'అంబ', 'హరి'],
    ...['అనంత', 'ఆది', 'కమల', 'కృష్ణ'],
  ]);
});

test('leaves out unpaid and reversed applications, and counts paid ones with an outdated or missing ticket', async () => {
  const candidateList = await loadFrom(
    [
      { ...buildApplication(1, 'Unpaid'), payments: [] },
      { ...buildApplication(2, 'Back'), returning: ['pay_2'] },
      buildApplication(3, 'Old'),
      buildApplication(4, 'Waiting', 2),
      buildApplication(5, 'There'),
      buildApplication(6, 'Too'),
    ],
    { versions: { [buildApplicationId(3)]: 0, [buildApplicationId(4)]: null } },
  );
  expect(toNames(candidateList)).toEqual(['There', 'Too']);
  expect(toCounts(candidateList)).toEqual({
    groups: [
      { exam_type: 1, exam_regular: 1, paid: 3, ticketed: 2, listed: 2 },
      { exam_type: 2, exam_regular: 1, paid: 1, ticketed: 0, listed: 0 },
    ],
    total: { paid: 4, ticketed: 2, listed: 2 },
    isWhole: false,
  });
});
