import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { examinationSettings } from '../desk/proposals.ts';
import { examinationSchema } from '../examination-file.ts';
import { findSettingsFaults, toSettings } from './examination-settings.ts';

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../../exams/${name}`, import.meta.url), 'utf8'));
const examination = examinationSchema.parse({ ...read('2024.json'), ...read('demo.json') });
const current = examinationSettings.parse(toSettings(examination));
const now = new Date('2030-12-01T12:00:00+05:30');
const { reasons = [], results, contacts, texts } = current;
const withText = (changes: object) => ({ ...texts, paid: { wording: 'Paid ##application##', ...changes } });
const [used, ...others] = reasons;
const [link] = results.links;

const findFields = (changes: object) =>
  findSettingsFaults(examinationSettings.parse({ ...current, ...changes }), {
    current,
    exam_types: examination.exam_types,
    now,
  }).map(({ field }) => field);

test.each([
  ['nothing', {}, []],
  ['a later closing', { closes: '2031-01-10T00:00:00Z' }, []],
  ['a closing within the hour', { closes: '2030-12-01T12:10:00+05:30' }, []],
  ['a closing that has passed', { closes: '2030-12-01T11:59:00+05:30' }, ['closes']],
  ['a closing before the opening', { opens: '2031-01-01T00:00:00Z' }, ['closes', 'edit_until']],
  ['a last day for edits that has passed', { edit_until: '2030-11-01T00:00:00Z' }, ['edit_until']],
  ['no day of the examination yet', { examination_date: undefined }, []],
  ['an examination on the day of the closing', { examination_date: '2030-12-31' }, ['examination_date']],
  ['a closing after the examination', { closes: '2031-02-01T00:00:00Z' }, ['examination_date']],
  ['another text of a reason', { reasons: [{ ...used, name: 'Not legible' }, ...others] }, []],
  ['one more reason', { reasons: [...reasons, { ...used, id: 'birth-torn' }] }, []],
  ['a reason less', { reasons: others }, ['reasons']],
  ['another verdict of a reason', { reasons: [{ ...used, verdict: 'rejected' }, ...others] }, ['reasons']],
  ['two links of one type', { results: { ...results, links: [link, link] } }, ['results']],
  ['a template of a message', { texts: withText({ template: '1107161234567890123' }) }, []],
  ['a link of no type', { results: { ...results, links: [{ ...link, exam_type: 9 }] } }, ['results']],
])('finds the faults of %s', (_what, changes, fields) => {
  expect(findFields(changes)).toEqual(fields);
});

test.each([
  ['a day that is none', { examination_date: '2031-02-30' }],
  ['a time that is none', { reporting_time: '24:00' }],
  ['no fee', { fee_paise: 0 }],
  ['a fee of half a rupee', { fee_paise: 150 }],
  ['a fee above 10,000 rupees', { fee_paise: 1_000_100 }],
  ['a telephone number with words', { contacts: { ...contacts, office: 'javascript:alert(1)' } }],
  [
    'an address that is a script',
    { results: { ...results, links: [{ ...link, url: 'javascript:alert(1)' }] } },
  ],
  ['a reason that is too long', { reasons: [{ ...used, name_te: 'క'.repeat(201) }, ...others] }],
  ['a reason without Telugu', { reasons: [{ ...used, name_te: ' ' }, ...others] }],
  ['a reason about no field', { reasons: [{ ...used, field: '__proto__' }, ...others] }],
  ['a message that is none', { texts: { ...texts, birthday: texts.paid } }],
  ['an empty ID of a template', { texts: withText({ template: '' }) }],
  ['an empty wording', { texts: withText({ wording: ' ' }) }],
  ['a variable of another message', { texts: withText({ wording: 'Be at ##centre##' }) }],
  ['a variable that is cut', { texts: withText({ wording: 'Paid on ##date#' }) }],
  ['a variable as the operators write it', { texts: withText({ wording: 'Paid on {#var#}' }) }],
  ['two reasons with one id', { reasons: [used, used, ...others] }],
])('rejects %s', (_what, changes) => {
  expect(examinationSettings.safeParse({ ...current, ...changes }).success).toBe(false);
});
