import { existsSync, readFileSync } from 'node:fs';
import { calls, internalRoutes, routes } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import { FRESH_MINUTES, getSessionLifetime } from '../../svc-auth/src/domain/session.ts';
import { findRequirementFaults, parseRequirements } from '../conformance/requirements.ts';
import { parseCells } from '../conformance/table.ts';
import { ROOT } from '../stages/stage.ts';

const readPage = (name: string) => readFileSync(`${ROOT}docs/security/${name}.md`, 'utf8');
const readList = (name: string) => readFileSync(`${ROOT}tests/architecture/${name}.txt`, 'utf8');
const rows = parseRequirements([readPage('asvs'), readList('asvs-reviews')], readList('asvs-tests'));

test('every requirement of levels 1 and 2 has one status with its proof or reason, and chapters 2, 6, 7 and 8 are closed', () => {
  const faults = findRequirementFaults(rows, {
    ids: readList('asvs-requirements').trim().split(/\s+/),
    closed: ['V2', 'V6', 'V7', 'V8'],
    // The specification has four digits by SMS as the only way to sign in.
    exempt: ['V6.5.4', 'V6.6.1'],
    exists: (path) => existsSync(ROOT + path),
  });
  expect(faults).toEqual([]);
});

test('the table of permissions equals the contracts', () => {
  const callerNames = { none: 'visitors', required: 'applicants', staff: 'staff' };
  const formatCallers = (callers: readonly string[]) => callers.join(', ');
  const definedAccess = [
    ...calls.map(({ name, session, callers }) => [
      name,
      session === 'service' ? formatCallers(callers) : callerNames[session],
    ]),
    ...Object.values(routes).map(({ method, path, session }) => [`${method} ${path}`, callerNames[session]]),
    ...Object.values(internalRoutes).map(({ method, path, callers }) => [
      `${method} ${path}`,
      formatCallers(callers),
    ]),
  ];
  const [, access = ''] = /^\| call or address .*\n((?:\|.*\n)+)/m.exec(readPage('rules')) ?? [];
  const documentedAccess = parseCells(access).flatMap(([names = '', callers = '']) =>
    names
      .replaceAll('`', '')
      .split(', ')
      .map((name) => [name, callers]),
  );
  expect(documentedAccess.toSorted()).toEqual(definedAccess.toSorted());
});

test('the page states how long sessions last', () => {
  const [shared, own] = [getSessionLifetime({ own_device: false }), getSessionLifetime({ own_device: true })];
  const formatDays = (hours: number) => `${hours / 24} days`;
  expect(readPage('sign-in')).toMatch(
    new RegExp(`\\| shared device +\\| after ${shared.idleMinutes} minutes +\\| after ${shared.hours} hours`),
  );
  expect(readPage('sign-in')).toMatch(
    new RegExp(
      `\\| own device,.*\\| after ${formatDays(own.idleMinutes / 60)} +\\| after ${formatDays(own.hours)}`,
    ),
  );
  expect(readPage('sign-in')).toContain(`a sign-in of the last ${FRESH_MINUTES} minutes`);
});
