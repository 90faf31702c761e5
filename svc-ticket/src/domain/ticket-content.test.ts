import { type Examination, examinationSchema, type TicketSnapshot } from '@archaka/contracts';
import exam2024 from '@archaka/exams/2024.json' with { type: 'json' };
import { expect, test } from '@jest/globals';
import { buildSnapshot } from './testing/builders.ts';
import { createTicketContent } from './ticket-content.ts';

const examination = examinationSchema.parse(exam2024);

function buildRows(
  overrides: Partial<TicketSnapshot> = {},
  used: Examination = examination,
): Record<string, string> {
  const snapshot = buildSnapshot(overrides);
  const applicationVersion = { version: 1, user_id: 'user', snapshot };
  const payment = { order_id: 'order_1', payment_id: 'pay_1', amount: 10_000 };
  const content = createTicketContent(
    { application_id: snapshot.application_id, applicationVersion, payment },
    used,
  );
  return Object.fromEntries(
    [...content.person, ...content.rows].map(({ label, value }) => [
      label.en,
      [value.te, value.en].join(' ').trim(),
    ]),
  );
}

test('a regular applicant has no papers on the ticket, a compartmental one those chosen', () => {
  expect(buildRows()).toMatchObject({ 'Regular or compartmental': 'రెగ్యులర్ Regular' });
  expect(buildRows()).not.toHaveProperty('Papers');
  expect(buildRows({ exam_regular: 2, languages: [2] })).toMatchObject({
    'Regular or compartmental': 'కంపార్ట్‌మెంటల్ Compartmental',
    Papers: 'ఆగమం మాత్రమే Agama only',
  });
});

test.each([
  ['an own scribe', { scribe: 'own', compensatory_time: false }, 'లేఖకులు: సొంతం scribe: own'],
  [
    'a scribe of the department and extra time',
    { scribe: 'department', compensatory_time: true },
    'లేఖకులు: శాఖ తరఫున; అదనపు సమయం: గంటకు 20 ని. scribe: department; extra time 20 min per hour',
  ],
] as const)('%s stands on the ticket', (_what, accommodation, text) => {
  expect(buildRows({ accommodation })).toMatchObject({ Accommodation: text });
});

test('the extra minutes are those of the examination', () => {
  const minutes = { ...examination, compensatory_minutes_per_hour: 30 };
  expect(buildRows({ accommodation: { scribe: 'none', compensatory_time: true } }, minutes)).toMatchObject({
    Accommodation: 'అదనపు సమయం: గంటకు 30 ని. extra time 30 min per hour',
  });
});

test('who asks for nothing has no row for it', () => {
  expect(buildRows()).not.toHaveProperty('Accommodation');
});

test('the date is the day in India', () => {
  expect(buildRows().Date).toBe('10-06-2024');
  expect(buildRows({ submitted_at: '2024-06-10T18:30:00.000Z' }).Date).toBe('11-06-2024');
});

test('types and agamas that the examination does not know stand as they came', () => {
  expect(buildRows({ exam_type: 9, agama: 'other' })).toMatchObject({ 'Exam type': '9', Agamamu: 'other' });
});
