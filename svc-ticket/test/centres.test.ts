import { countExamined } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { buildSnapshot } from '../src/domain/testing/builders.ts';
import { saveApplication } from './support/save-application.ts';
import { createTicketStore } from './support/ticket-store.ts';

const { db, createRepositories } = createTicketStore();

const CENTRES = [
  { name: 'Anakapalli', name_te: 'అనకాపల్లి' },
  { name: 'Tirupati', name_te: 'తిరుపతి' },
];
const APPLICATIONS_OF_A_CENTRE = 30;

test('lists the centres of a year by reading one application of each', async () => {
  const { applications } = createRepositories();
  for (const centre_district of CENTRES)
    for (let number = 0; number < APPLICATIONS_OF_A_CENTRE; number += 1) {
      const application_id = `ARC24-${centre_district.name}${number}`;
      const snapshot = buildSnapshot({ application_id, centre_district });
      await saveApplication(applications, {
        application_id,
        newest: { version: 1, user_id: 'user', snapshot },
      });
    }
  const examined = await countExamined(db().connection, async () => {
    expect(await applications.listCentres('2024')).toEqual(CENTRES);
  });
  expect(examined.rows).toBe(CENTRES.length);
});
