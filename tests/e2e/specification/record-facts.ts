import { type Applicant, eventually } from '@archaka/test-kit';
import { expect } from '@jest/globals';
import type { Page } from 'puppeteer';
import { calculateAge, formatIndianTime } from './times.ts';

type RecordFields = Readonly<Record<string, unknown>>;
type RecordFact = readonly [
  what: string,
  label: string,
  expected: (record: RecordFields, person: Applicant) => string | RegExp,
];

/** Facts of the ordinary paid application in view and receipt: name, label, value. */
export const recordFacts: readonly RecordFact[] = [
  ['the application ID', 'Application ID', ({ application_id }) => String(application_id)],
  ['the applicant’s name', 'Name', (_record, { name }) => name],
  ['the mobile number', 'Mobile number', (_record, { number }) => number],
  [
    'the Aadhaar masked but for four digits',
    'Aadhaar number',
    (_record, { aadhar }) => `**** **** ${aadhar.slice(-4)}`,
  ],
  [
    'the booked date as dd-MM-yyyy HH:mm [S-9.18]',
    'Booked date',
    ({ date }) => formatIndianTime(String(date)),
  ],
  ['the order ID', 'Order ID', ({ order_id }) => String(order_id)],
  ['the age', 'Age', () => calculateAge('1990-05-17')],
  ['the status badge', 'Status', () => /విజయవంతం.*Success/],
  ['the father’s name', "Father's name", () => 'Venkata Sarma'],
  ['the exam type', 'Exam type', () => /ప్రవేశ.*Pravesa/],
  ['the agamamu', 'Agamamu', () => /వైఖానస.*Vaikhanasa/],
  ['the birth star: the date of birth as dd-MM-yyyy [S-9.19]', 'Birth star', () => '17-05-1990'],
  ['the amount', 'Fee', () => /^(₹ )?100$/],
  ['the mandal', 'Mandal', () => 'Chintapalle'],
  ['the district', 'District', () => /Alluri Sitharama Raju/],
  ['the postal address', 'Postal address', () => '4-12, Temple Street, Chintapalle'],
];

/** Waits for the value of a label in a list of facts. */
export const readFact = (page: Page, label: string, within: string): Promise<string> =>
  eventually(async () => {
    const text = await page.$$eval(
      `${within} dt`,
      (terms, english) => {
        const normalizeSpace = (element?: Element | null) =>
          element?.textContent?.replace(/\s+/g, ' ').trim();
        const term = terms.find((candidate) => normalizeSpace(candidate)?.split(' / ').includes(english));
        return normalizeSpace(term?.nextElementSibling);
      },
      label,
    );
    return text === '' ? undefined : text;
  });

/** Compares a text exactly, a pattern by its match. */
export const toMatcher = (expected: string | RegExp) =>
  typeof expected === 'string' ? expected : expect.stringMatching(expected);
