import { expect, test } from '@jest/globals';
import { findCentre } from './find-centre.ts';

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
