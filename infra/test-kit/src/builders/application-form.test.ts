import { readFile } from 'node:fs/promises';
import {
  applicationChecks,
  examinationSchema,
  runChecks,
  signUpChecks,
  applicationForm as wire,
} from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { buildApplicant } from './applicant.ts';
import { buildApplicationForm } from './application-form.ts';
import { buildPdf, buildPhoto } from './files.ts';
import { buildSignUp } from './sign-up.ts';

const examination = examinationSchema.parse(
  JSON.parse(await readFile(new URL('../../../../exams/2024.json', import.meta.url), 'utf8')),
);

test('the ordinary form and the ordinary sign-up pass every check', async () => {
  const form = await buildApplicationForm();
  expect(runChecks(applicationChecks, form, examination)).toEqual([]);
  expect(wire.safeParse(form).success).toBe(true);
  expect(runChecks(signUpChecks, buildSignUp(), examination)).toEqual([]);
});

test('replaces an overridden field, and omits one that is undefined', async () => {
  const person = buildApplicant();
  const form = await buildApplicationForm(person, { agamamu: 'శైవ', dob: undefined });
  expect(form).toMatchObject({ number: person.number, entry_by: person.id, agamamu: 'శైవ' });
  expect(runChecks(applicationChecks, form, examination)).toEqual([
    { field: 'dob', message: 'Select Date of Birth' },
  ]);
});

test('the photo is a picture and the PDF’s table refers to its objects', async () => {
  expect(await sharp(await buildPhoto('png', 60, 80)).metadata()).toMatchObject({
    format: 'png',
    width: 60,
    height: 80,
  });
  const file = buildPdf().toString('latin1');
  const offsets = [...file.matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset));
  expect(offsets.map((offset) => file.slice(offset, offset + 7))).toEqual(
    offsets.map((_, index) => `${index + 1} 0 obj`),
  );
});
