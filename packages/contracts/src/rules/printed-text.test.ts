import { describe, expect, test } from '@jest/globals';
import { runChecks } from '../check.ts';
import type { Examination } from '../examination.ts';
import { signUpChecks } from './account-checks.ts';
import { applicationChecks } from './application-checks.ts';
import { describeUnprinted } from './printed-text.ts';

const findMessage = (checks: typeof applicationChecks, field: string, text: string) =>
  runChecks(
    checks.filter((check) => check.field === field),
    { exam_regular: 2, [field]: text },
    {} as Examination,
  )[0]?.message;

/** Every text of the form and of the sign-up, with the message of an empty one. */
const texts = [
  ['name', applicationChecks, 'Please Enter name'],
  ['father_name', applicationChecks, 'Please Enter Father Name'],
  ['postal_address', applicationChecks, 'Please Enter Postal Address'],
  ['pasthallticket', applicationChecks, 'Please Enter Postal Hall Ticket'],
  ['name', signUpChecks, 'Please Enter name'],
  ['address', signUpChecks, 'Please Enter address'],
  ['devasthanam', signUpChecks, 'Please Enter devasthanam'],
  ['landmark', signUpChecks, 'Please Enter landmark'],
  ['town', signUpChecks, 'Please Enter town'],
] as const;

const invisible = {
  'zero width spaces': '\u200b\u200b',
  'joiners alone': '\u200c\u200d',
  'fillers of Hangul': '\u3164\u115f\u1160\uffa0',
  'blank Braille': '\u2800',
  'a virama alone': '\u0c4d',
  'a vowel sign alone': '\u0c3e',
  'spaces of all widths': '\u00a0\u2003\u3000',
  'a full stop': '.',
};

const format = {
  'an override of the direction': 'Rama \u202esamR\u202c',
  'an isolate': '\u2067Sita\u2069',
  'a mark of the direction': 'Sita\u200f',
  tags: 'Rama\u{e0041}\u{e0042}',
  'a zero width space': 'Ra\u200bma',
  'a byte order mark': '\ufeffRama',
  'a soft hyphen': 'Ra\u00adma',
  'a private character': 'Rama\ue000',
  'a line separator': 'Rama\u2028Sita',
};

describe.each(texts)('%s', (field, checks, emptyMessage) => {
  test.each(Object.entries(invisible))('is empty with %s', (_, text) => {
    expect(findMessage(checks, field, text)).toBe(emptyMessage);
  });

  test.each(Object.entries(format))('rejects %s', (_, text) => {
    expect(findMessage(checks, field, text)).toBe(emptyMessage);
  });

  test.each([
    ['సీత 😀', 'U+1F600 😀'],
    ['سیتا', 'U+0633 س'],
    ['Sita 漢', 'U+6F22 漢'],
    ['Sita\u0335', 'U+0335'],
  ])('names the character of %j that the ticket cannot show', (text, character) => {
    expect(findMessage(checks, field, text)).toBe(
      `The ticket cannot show this character. Please write it in another way: ${character}`,
    );
  });

  test.each([
    'శ్రీరామ్\u200cశర్మ క్ష్మ్యై',
    'Kṛṣṇamūrti Lakṣmīnārāyaṇa',
    'Jose\u0301 O’Brien–Rao (Jr.)',
    'कृष्ण ಕೃಷ್ಣ கிருஷ்ணன் କୃଷ୍ଣ',
  ])('accepts %j', (text) => {
    expect(findMessage(checks, field, text)).toBeUndefined();
  });
});

test('accepts digits alone in a hall ticket and an address, but not in a name', () => {
  expect(findMessage(applicationChecks, 'pasthallticket', '77')).toBeUndefined();
  expect(findMessage(signUpChecks, 'address', '4-12')).toBeUndefined();
  expect(findMessage(applicationChecks, 'name', '123')).toBe('Please Enter name');
});

test('accepts the lines of an address', () => {
  expect(describeUnprinted('1-2-3,\r\n\tTemple Street')).toBeUndefined();
});

test.each(['a\u200bb@example.org', 'a\u202eb@example.org', 'a\u{e0041}@example.org'])(
  'rejects the e-mail %j',
  (email) => {
    expect(findMessage(signUpChecks, 'email', email)).toBe('Please Enter Valid Email');
  },
);
