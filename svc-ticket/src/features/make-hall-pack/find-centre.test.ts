import { expect, test } from '@jest/globals';
import { findCentre } from './find-centre.ts';

const tirupati = { name: 'Tirupati', name_te: 'తిరుపతి' };
const guntur = { name: 'Guntur', name_te: 'గుంటూరు' };

const kadapa = { name: 'YSR Kadapa', name_te: 'వైఎస్ఆర్ కడప' };

test('a Telugu name may be typed in parts', () => {
  const typed = 'వైఎస్ఆర్ కడప'.normalize('NFD');
  expect(typed).not.toBe(kadapa.name_te);
  expect(findCentre(typed, [guntur, kadapa])).toBe(kadapa);
});

test.each(['Tirupati', ' tirupati ', 'తిరుపతి'])('%j is Tirupati', (query) => {
  expect(findCentre(query, [guntur, tirupati])).toBe(tirupati);
});

test('when no application has chosen a centre, it is told which there are', () => {
  expect(() => findCentre('Madurai', [guntur, tirupati])).toThrow(
    'No application has chosen the centre Madurai. There are: Guntur (గుంటూరు), Tirupati (తిరుపతి).',
  );
  expect(() => findCentre('Guntur', [])).toThrow('No application for this examination is known.');
});
