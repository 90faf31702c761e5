import { type Examination, examinationSchema, type TicketSnapshot } from '@archaka/contracts';
import exam2024 from '@archaka/exams/2024.json' with { type: 'json' };
import { describe, expect, test } from '@jest/globals';
import { buildAllotment, buildCentre, buildSnapshot } from './testing/builders.ts';
import { createTicketContent, type TicketContent } from './ticket-content.ts';

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

test('another identity paper stands in place of the Aadhaar number, and is the one to bring', () => {
  const identity_paper = { name: 'Voter card', name_te: 'ఓటరు కార్డు', number: '**** 4567' };
  const snapshot = buildSnapshot({ aadhaar_masked: '', identity_paper });
  const { rows, instructions } = createTicketContent(
    { application_id: 'A', applicationVersion: { version: 1, user_id: 'user', snapshot } },
    examination,
  );
  const row = rows.find(({ label }) => label.en === 'Voter card');
  expect(row).toEqual({ label: { te: 'ఓటరు కార్డు', en: 'Voter card' }, value: { te: '**** 4567' } });
  expect(instructions[0]?.en).toContain('the original of your identity paper (Voter card)');
  expect(JSON.stringify([rows, instructions])).not.toContain('Aadhaar');
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

describe('a ticket for a hall', () => {
  const dated = { ...examination, examination_date: '2027-01-15', reporting_time: '08:30' };
  const build = (facts: typeof examination, seat?: Parameters<typeof buildAllotment>[0]) => {
    const snapshot = buildSnapshot({ dob: '1984-06-02' });
    const applicationVersion = { version: 1, user_id: 'user', snapshot };
    const allotment = seat && buildAllotment(seat);
    return createTicketContent(
      { application_id: snapshot.application_id, applicationVersion, allotment },
      facts,
    );
  };
  const toLabels = ({ rows }: TicketContent) => rows.map(({ label }) => label.en);

  test('has neither date of birth nor signatures while there are no dates and seats', () => {
    const content = build(examination);
    expect(toLabels(content)[0]).toBe('Application ID');
    expect(toLabels(content)).not.toContain('Date of birth');
    expect(content.signatures).toEqual([]);
  });

  test('names roll number, centre, date and time before all else, and the payment last', () => {
    const content = build({ ...dated, centres: [buildCentre()] }, {});
    expect(content.rows.slice(0, 4).map(({ label, value }) => [label.en, value.en ?? value.te])).toEqual([
      ['Roll number', '24-101-0001'],
      ['Examination centre', 'Hindu College, Main Road, Anakapalli 531001'],
      ['Examination date', '15-01-2027'],
      ['Reporting time', '8:30 am'],
    ]);
    expect(toLabels(content)).toContain('Date of birth');
    expect(toLabels(content).at(-1)).toBe('Payment status');
    expect(content.signatures.map(({ en }) => en)).toEqual([
      "Candidate's signature",
      "Invigilator's signature",
    ]);
  });

  test('has the roll number alone when the examination file lost the centre', () => {
    expect(toLabels(build({ ...dated, centres: [] }, {})).slice(0, 2)).toEqual([
      'Roll number',
      'Examination date',
    ]);
  });

  test('asks to be there at the reporting time, where there is one', () => {
    const toTexts = (facts: typeof examination) => build(facts).instructions.map(({ en }) => en);
    expect(toTexts(dated).join()).toContain('Be at the centre by 8:30 am.');
    expect(toTexts(examination).join()).toContain('Come half an hour before the examination.');
  });
});
