import { createHash } from 'node:crypto';
import { NO_PHOTO_HASH, type TicketClaims } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import { hashName, hashPhoto } from '../../domain/hashes.ts';
import { compareFields } from './compare-fields.ts';
import type { PrintedText } from './scanned-page.ts';

const application_id = 'ARC24-00000000';
const jpeg = Buffer.from('the photo');
const picture = createHash('sha256').update(jpeg).digest('hex');

const compare = (
  texts: readonly PrintedText[],
  pictures: readonly string[] | undefined,
  overrides: Partial<TicketClaims> = {},
) => {
  const claims: TicketClaims = {
    ...{
      key: '0000',
      application_id,
      version: 2,
      exam_type: 1,
      exam_regular: 1,
      day: '2024-06-10',
      centre: 1,
    },
    name_hash: hashName(application_id, 'Sita Rama'),
    photo_hash: hashPhoto(jpeg),
    ...overrides,
  };
  return compareFields({ page: 1, codes: [], texts, pictures }, claims);
};
const buildTexts = (name: PrintedText, version = `${application_id} · 2`): PrintedText[] => [
  ...[['Application ID'], [application_id], ['Name'], name],
  [version],
];

test.each([
  [['Sita Rama'], 'agrees'],
  [['Sita', 'Rama'], 'agrees'],
  [['Si', 'ta R', 'ama'], 'agrees'],
  [['Sita Ravana'], 'differs'],
  [['Sita Ram\ufffd'], 'unread'],
  [['سيتا'], 'unread'],
  [Array(13).fill('Sita'), 'unread'],
] as const)('compares a name printed as %j, which %s', (lines, expected) => {
  expect(compare(buildTexts(lines), [picture]).name).toBe(expected);
});

test('detects a second name beside the signed one', () => {
  expect(compare([...buildTexts(['Sita Rama']), ['Name'], ['Ravana']], [picture]).name).toBe('differs');
});

test('reports a version or an application ID that was not signed', () => {
  expect(compare(buildTexts(['Sita Rama']), [picture]).edition).toBe('agrees');
  expect(compare(buildTexts(['Sita Rama'], `${application_id} · 3`), [picture]).edition).toBe('differs');
  const another = [...buildTexts(['Sita Rama']), ['Application ID'], ['ARC24-11111111']];
  expect(compare(another, [picture]).edition).toBe('differs');
});

test('accepts the photo as the only picture, or none where none was signed', () => {
  const texts = buildTexts(['Sita Rama']);
  expect(compare(texts, [picture]).photo).toBe('agrees');
  for (const pictures of [[], [picture, 'another'], ['another']]) {
    expect(compare(texts, pictures).photo).toBe('differs');
  }
  expect(compare(texts, [], { photo_hash: NO_PHOTO_HASH }).photo).toBe('agrees');
  expect(compare(texts, [picture], { photo_hash: NO_PHOTO_HASH }).photo).toBe('differs');
});

test('reads no fields of a scan', () => {
  expect(compare([], undefined)).toEqual({ edition: 'unread', name: 'unread', photo: 'unread' });
});
