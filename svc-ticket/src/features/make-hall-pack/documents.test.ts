import { expect, test } from '@jest/globals';
import { buildAllotment, buildCentre } from '../../domain/testing/builders.ts';
import { toHead, toPages } from './documents.ts';
import { buildCandidate, examination } from './testing/builders.ts';

const seat = (number: number, centre: string) => ({
  ...buildCandidate(number),
  allotment: buildAllotment({ centre, seat: number }),
});
const candidates = [seat(1, '101'), seat(2, '101'), seat(3, '101'), seat(4, '102'), buildCandidate(5)];

test('starts each examination centre on a page and counts from 1, also candidates without a seat', () => {
  const pages = toPages(candidates, 2).map(({ number, first, candidates: own }) => [
    number,
    first,
    own.length,
  ]);
  expect(pages).toEqual([
    [1, 1, 2],
    [2, 3, 1],
    [3, 1, 1],
    [4, 1, 1],
  ]);
});

test("names the examination centre in a page's head, or the district without one", () => {
  const centre = { name: 'Guntur', name_te: 'గుంటూరు' };
  const data = { examination: { ...examination, centres: [buildCentre()] }, centre };
  const heads = toPages(candidates, 2).map((page) => toHead(data, page, 4));
  expect(heads.map(({ hall }) => hall?.en)).toEqual(['Hindu College', 'Hindu College', undefined, undefined]);
  expect(heads[0]?.page.en).toBe('Page 1 of 4');
});
