import type { Database } from '@archaka/service-kit';
import { expect, test } from '@jest/globals';
import type { Application } from '../../domain/application.ts';
import { countsOf } from './counts.ts';
import { type Roll, takeRoll } from './roll.ts';
import { entrant, idOf } from './testing/entrants.ts';

const db = { transaction: (work: () => Promise<unknown>) => work() } as Database;
const centre = { name: 'Tirupati', name_te: 'తిరుపతి' };

/** The roll of these applications; `versions` are those of their current tickets. */
function rollOf(
  applications: readonly Application[],
  versions: Readonly<Record<string, number>>,
): Promise<Roll> {
  const tickets = {
    currentOf: async (ids: readonly string[]) =>
      ids.flatMap((application_id) => {
        const version = versions[application_id];
        return version === undefined ? [] : [{ application_id, version, token: 'token' }];
      }),
  };
  const known = {
    async *ofCentre() {
      yield* applications;
    },
  };
  return takeRoll(
    { db, applications: known, tickets } as unknown as Parameters<typeof takeRoll>[0],
    '2024',
    centre,
  );
}

const application = (number: number, name: string, exam_type = 1): Application => {
  const { application_id, edition, payment } = entrant(number, { name, exam_type }).wanted;
  return { application_id, newest: edition, payments: [payment] };
};

test('everybody with a ticket is on the roll in the order of the Telugu letters', async () => {
  const names = ['హరి', 'కృష్ణ', 'అంబ', 'కమల', 'శ్రీనివాస', 'ఆది', 'అనంత'];
  const applications = names.map((name, number) => application(number, name));
  const { entrants } = await rollOf(
    applications,
    Object.fromEntries(names.map((_, number) => [idOf(number), 1])),
  );
  expect(entrants.map(({ wanted }) => wanted.edition.snapshot.name)).toEqual([
    'అంబ',
    'అనంత',
    'ఆది',
    'కమల',
    'కృష్ణ',
    'శ్రీనివాస',
    'హరి',
  ]);
});

test('who has not paid, or whose payment went back, is no entrant; whose ticket is old or not made is counted as paid', async () => {
  const unpaid = { ...application(1, 'Unpaid'), payments: [] };
  const back = { ...application(2, 'Back'), returning: ['pay_2'] };
  const roll = await rollOf(
    [
      unpaid,
      back,
      application(3, 'Old'),
      application(4, 'Waiting', 2),
      application(5, 'There'),
      application(6, 'Too'),
    ],
    { [idOf(1)]: 1, [idOf(2)]: 1, [idOf(3)]: 0, [idOf(5)]: 1, [idOf(6)]: 1 },
  );
  expect(roll.entrants.map(({ mark }) => mark.application_id)).toEqual([idOf(5), idOf(6)]);
  expect(countsOf(roll)).toEqual({
    groups: [
      { exam_type: 1, exam_regular: 1, paid: 3, ticketed: 2, listed: 2 },
      { exam_type: 2, exam_regular: 1, paid: 1, ticketed: 0, listed: 0 },
    ],
    total: { paid: 4, ticketed: 2, listed: 2 },
    isWhole: false,
  });
});
