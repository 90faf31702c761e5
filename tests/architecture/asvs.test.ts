import { existsSync, readFileSync } from 'node:fs';
import { calls, internalRoutes, routes } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import { FRESH_MINUTES, lifeOf } from '../../svc-auth/src/domain/session.ts';
import { faultsOfRequirements, parseRequirements } from '../conformance/requirements.ts';
import { cellsIn } from '../conformance/table.ts';
import { ROOT } from '../stages/stage.ts';

const page = (name: string) => readFileSync(`${ROOT}docs/security/${name}.md`, 'utf8');
const standard = page('asvs');
const rows = parseRequirements(standard);

test('every requirement of levels 1 and 2 has one row with its proof or reason, and chapters 2, 6, 7 and 8 are closed', () => {
  const faults = faultsOfRequirements(rows, {
    ids: readFileSync(`${ROOT}tests/architecture/asvs-requirements.txt`, 'utf8').trim().split(/\s+/),
    closed: ['V2', 'V6', 'V7', 'V8'],
    // The specification has four digits by SMS as the only way to sign in.
    exempt: ['V6.5.4', 'V6.6.1'],
    exists: (path) => existsSync(ROOT + path),
  });
  expect(faults).toEqual([]);
});

test('the page counts its rows right', () => {
  const told = cellsIn(standard).flatMap(([chapter = '', ...numbers]) =>
    /^V\d+ /.test(chapter) ? [[chapter.split(' ')[0], ...numbers.slice(0, 3).map(Number)]] : [],
  );
  const counted = told.map(([chapter]) => {
    const own = rows.filter(({ id }) => id.startsWith(`${chapter}.`));
    const count = (status: string) => own.filter((row) => row.status === status).length;
    return [chapter, count('met'), count('not applicable'), count('open')];
  });
  expect(told).toHaveLength(17);
  expect(told).toEqual(counted);
});

test('the table of who may do what is that of the contracts', () => {
  const openTo = { none: 'visitors', required: 'applicants' };
  const callersOf = (callers: readonly string[]) => callers.join(', ');
  const decided = [
    ...calls.map(({ name, session, callers }) => [
      name,
      session === 'service' ? callersOf(callers) : openTo[session],
    ]),
    ...Object.values(routes).map(({ method, path, session }) => [`${method} ${path}`, openTo[session]]),
    ...Object.values(internalRoutes).map(({ method, path, callers }) => [
      `${method} ${path}`,
      callersOf(callers),
    ]),
  ];
  const [, access = ''] = /^\| call or address .*\n((?:\|.*\n)+)/m.exec(page('rules')) ?? [];
  const told = cellsIn(access).map(([name = '', who = '']) => [name.replaceAll('`', ''), who]);
  expect(told.toSorted()).toEqual(decided.toSorted());
});

test('the page tells how long sessions last', () => {
  const [shared, own] = [lifeOf({ own_device: false }), lifeOf({ own_device: true })];
  const days = (hours: number) => `${hours / 24} days`;
  expect(page('sign-in')).toMatch(
    new RegExp(`\\| shared device +\\| after ${shared.idleMinutes} minutes +\\| after ${shared.hours} hours`),
  );
  expect(page('sign-in')).toMatch(
    new RegExp(`\\| own device,.*\\| after ${days(own.idleMinutes / 60)} +\\| after ${days(own.hours)}`),
  );
  expect(page('sign-in')).toContain(`a sign-in of the last ${FRESH_MINUTES} minutes`);
});
