import { type Examination, examinationSchema, type TicketSnapshot } from '@archaka/contracts';
import exam2024 from '@archaka/exams/2024.json' with { type: 'json' };
import { expect, test } from '@jest/globals';
import { buildAllotment, buildCentre, buildSnapshot } from './testing/builders.ts';
import { createTicketContent } from './ticket-content.ts';

const examination = examinationSchema.parse(exam2024);
const payment = { order_id: 'order_1', payment_id: 'pay_1', amount: 10_000 };

function build(
  overrides: Partial<TicketSnapshot> = {},
  facts: Partial<Examination> = {},
  allotment?: ReturnType<typeof buildAllotment>,
) {
  const snapshot = buildSnapshot(overrides);
  const applicationVersion = { version: 1, user_id: 'user', snapshot };
  const content = createTicketContent(
    { application_id: snapshot.application_id, applicationVersion, payment, allotment },
    { ...examination, ...facts },
  );
  const rows = [...content.person, ...content.rows, ...content.hall].map(({ label, value: { te, en } }) => [
    label.en,
    [te, en].join(' ').trim(),
  ]);
  return {
    ...content,
    values: Object.fromEntries(rows) as Record<string, string>,
    labels: content.rows.map(({ label }) => label.en),
    steps: content.instructions.map(({ en }) => en).join(),
  };
}

const compartmental = { exam_regular: 2, languages: [2] };
const extraTime = { scribe: 'none', compensatory_time: true } as const;

test.each<[string, Partial<TicketSnapshot>, Partial<Examination>, string, string | undefined]>([
  ['no papers for a regular applicant', {}, {}, 'Papers', undefined],
  ['the mode of a regular applicant', {}, {}, 'Regular or compartmental', 'రెగ్యులర్ Regular'],
  ['another mode', compartmental, {}, 'Regular or compartmental', 'కంపార్ట్‌మెంటల్ Compartmental'],
  ['the papers of a compartmental applicant', compartmental, {}, 'Papers', 'ఆగమం మాత్రమే Agama only'],
  ['no accommodation without a request', {}, {}, 'Accommodation', undefined],
  [
    'an own scribe',
    { accommodation: { scribe: 'own', compensatory_time: false } },
    {},
    'Accommodation',
    'లేఖకులు: సొంతం scribe: own',
  ],
  [
    'a scribe of the department and extra time',
    { accommodation: { scribe: 'department', compensatory_time: true } },
    {},
    'Accommodation',
    'లేఖకులు: శాఖ తరఫున; అదనపు సమయం: గంటకు 20 ని. scribe: department; extra time 20 min per hour',
  ],
  [
    "the examination's extra minutes",
    { accommodation: extraTime },
    { compensatory_minutes_per_hour: 30 },
    'Accommodation',
    'అదనపు సమయం: గంటకు 30 ని. extra time 30 min per hour',
  ],
  ['the Indian day', {}, {}, 'Date', '10-06-2024'],
  ['the Indian day after midnight', { submitted_at: '2024-06-10T18:30:00.000Z' }, {}, 'Date', '11-06-2024'],
  ['an unknown type unchanged', { exam_type: 9 }, {}, 'Exam type', '9'],
  ['an unknown agama unchanged', { agama: 'other' }, {}, 'Agamamu', 'other'],
])('prints %s', (_what, overrides, facts, label, value) => {
  expect(build(overrides, facts).values[label]).toBe(value);
});

test('prints another identity paper in place of the Aadhaar number, and asks the candidate to bring it', () => {
  const identity_paper = { name: 'Voter card', name_te: 'ఓటరు కార్డు', number: '**** 4567' };
  const { rows, instructions } = build({ aadhaar_masked: '', identity_paper });
  expect(rows).toContainEqual({
    label: { te: 'ఓటరు కార్డు', en: 'Voter card' },
    value: { te: '**** 4567' },
  });
  expect(instructions[0]?.en).toContain('the original of your identity paper (Voter card)');
  expect(JSON.stringify([rows, instructions])).not.toContain('Aadhaar');
});

const dated = { examination_date: '2027-01-15', reporting_time: '08:30' };
const centre = 'హిందూ కళాశాల, మెయిన్ రోడ్, అనకాపల్లి 531001 Hindu College, Main Road, Anakapalli 531001';
const LATER = 'తర్వాత ప్రకటిస్తాం will be announced';

test.each<[string, Parameters<typeof build>, string[], string]>([
  ['not announced', [{}], [LATER, LATER, LATER, LATER], 'Come half an hour before the examination.'],
  [
    'announced',
    [{}, { ...dated, centres: [buildCentre()] }, buildAllotment()],
    ['15-01-2027', 'ఉదయం 8:30 8:30 am', '24-101-0001', centre],
    'Be at the centre by 8:30 am.',
  ],
  [
    'announced without the centre in the examination file',
    [{}, { ...dated, centres: [] }, buildAllotment()],
    ['15-01-2027', 'ఉదయం 8:30 8:30 am', '24-101-0001', LATER],
    'Be at the centre by 8:30 am.',
  ],
])('prints the day of the examination that is %s', (_what, options, facts, step) => {
  const { hall, values, steps } = build(...options);
  expect(hall.map(({ label }) => values[label.en])).toEqual(facts);
  expect(steps).toContain(step);
});

test('prints the date of birth, the payment last, and lines for both signatures', () => {
  const { labels, signatures } = build({ dob: '1984-06-02' });
  expect(labels.slice(0, 2)).toEqual(['Application ID', 'Date of birth']);
  expect(labels.at(-1)).toBe('Payment status');
  expect(signatures.map(({ en }) => en)).toEqual(["Candidate's signature", "Invigilator's signature"]);
});
