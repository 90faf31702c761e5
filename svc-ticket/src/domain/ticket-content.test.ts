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

test('lists no papers for a regular applicant and the chosen ones for a compartmental one', () => {
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
] as const)('prints %s', (_what, accommodation, text) => {
  expect(buildRows({ accommodation })).toMatchObject({ Accommodation: text });
});

test('prints another identity paper in place of the Aadhaar number, and asks the candidate to bring it', () => {
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

test("prints the examination's extra minutes", () => {
  const minutes = { ...examination, compensatory_minutes_per_hour: 30 };
  expect(buildRows({ accommodation: { scribe: 'none', compensatory_time: true } }, minutes)).toMatchObject({
    Accommodation: 'అదనపు సమయం: గంటకు 30 ని. extra time 30 min per hour',
  });
});

test('has no row for accommodations without a request', () => {
  expect(buildRows()).not.toHaveProperty('Accommodation');
});

test('prints the Indian day', () => {
  expect(buildRows().Date).toBe('10-06-2024');
  expect(buildRows({ submitted_at: '2024-06-10T18:30:00.000Z' }).Date).toBe('11-06-2024');
});

test('prints unknown types and agamas unchanged', () => {
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

  test('has neither date of birth nor signatures without dates and seats', () => {
    const content = build(examination);
    expect(toLabels(content)[0]).toBe('Application ID');
    expect(toLabels(content)).not.toContain('Date of birth');
    expect(content.signatures).toEqual([]);
  });

  test('prints roll number, centre, date and time first, and the payment last', () => {
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

  test('has the roll number only when the examination file lacks the centre', () => {
    expect(toLabels(build({ ...dated, centres: [] }, {})).slice(0, 2)).toEqual([
      'Roll number',
      'Examination date',
    ]);
  });

  test('prints the reporting time, if there is one', () => {
    const toTexts = (facts: typeof examination) => build(facts).instructions.map(({ en }) => en);
    expect(toTexts(dated).join()).toContain('Be at the centre by 8:30 am.');
    expect(toTexts(examination).join()).toContain('Come half an hour before the examination.');
  });
});
