import { expect, test } from '@jest/globals';
import { buildAllotment, buildCentre } from '../../domain/testing/builders.ts';
import { toHead, toPages } from './documents.ts';
import { buildCandidate, examination } from './testing/builders.ts';

const seat = (number: number, centre: string) => ({
  ...buildCandidate(number),
  allotment: buildAllotment({ centre, seat: number }),
});

test('starts each examination centre on a page with its name, and counts from 1, also candidates without a seat', () => {
  const candidates = [seat(1, '101'), seat(2, '101'), seat(3, '101'), seat(4, '102'), buildCandidate(5)];
  const data = {
    examination: { ...examination, centres: [buildCentre()] },
    centre: { name: 'Guntur', name_te: 'గుంటూరు' },
  };
  const pages = toPages(candidates, 2).map((page) => {
    const { hall, page: footer } = toHead(data, page, 4);
    return [footer.en, hall?.en, page.first, page.candidates.length];
  });
  expect(pages).toEqual([
    ['Page 1 of 4', 'Hindu College', 1, 2],
    ['Page 2 of 4', 'Hindu College', 3, 1],
    ['Page 3 of 4', undefined, 1, 1],
    ['Page 4 of 4', undefined, 1, 1],
  ]);
});
