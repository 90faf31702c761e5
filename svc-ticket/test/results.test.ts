import { type PaperMarks, resultPublished } from '@archaka/contracts';
import { buildApplicant, eventually, writeExamination } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { buildAllotment, buildCentre } from '../src/domain/testing/builders.ts';
import { openTempFolder } from '../src/testing/temp-folder.ts';
import { buildPaidApplication, type TestApplication } from './support/applications.ts';
import { readLines, readPdf } from './support/pdf.ts';
import { openTicketEnvironment } from './support/ticket-environment.ts';

const examFile = await writeExamination(await openTempFolder(), {
  centres: [buildCentre()],
  result_papers: [
    { id: 'VEDA', name: 'Veda', name_te: 'వేదం', max: 80, pass: 28 },
    { id: 'AGAMA', name: 'Agama', name_te: 'ఆగమం', max: 60, pass: 21 },
    { id: 'ORAL', name: 'Oral', name_te: 'మౌఖికం', max: 40, pass: 14 },
  ],
});
const environment = await openTicketEnvironment({ EXAM_FILE: examFile });
const { stage, broker, service } = environment;
const database = await stage.openDatabase('ticket');
const rows = database.collection<{ _id: string; result?: unknown }>('applications');

const DOB = '1984-06-02';
const TYPED_DOB = '02-06-1984';
const PASSED: PaperMarks[] = [
  { paper: 'VEDA', marks: 71 },
  { paper: 'AGAMA', marks: 53 },
  { paper: 'ORAL', marks: 37 },
];
const ABSENT: PaperMarks[] = [
  { paper: 'VEDA', marks: 64 },
  { paper: 'AGAMA', marks: 19 },
  { paper: 'ORAL', marks: null },
];

let seat = 0;

/** A paid application with a seat. */
async function addCandidate() {
  const application = await buildPaidApplication(environment, { dob: DOB, exam_type: 2 });
  await application.waitForTicket();
  seat += 1;
  const roll = `24-101-${String(seat).padStart(4, '0')}`;
  const { application_id: _id, ...allotment } = buildAllotment({
    application_id: application.id,
    seat,
    roll_number: roll,
  });
  await database
    .collection<{ _id: string }>('allotments')
    .insertOne({ _id, ...allotment, allotted_at: new Date() } as { _id: string });
  return { application, roll };
}

const publish = ({ id, owner }: TestApplication, revision: number, papers = PASSED) =>
  broker.publish(
    resultPublished,
    {
      application_id: id,
      user_id: owner.id,
      revision,
      outcome: papers === PASSED ? 'passed' : 'failed',
      papers,
      published_at: `2024-09-0${revision}T06:00:00.000Z`,
      uploaded_at: `2024-09-0${revision}T06:00:00.000Z`,
    },
    { times: 2 },
  );

const fetchMemo = async ({ id, owner }: TestApplication, user = owner) =>
  fetch(`${service().url}/api/tickets/${id}/memo`, {
    headers: await stage.authorizeUser(user, 'svc-ticket'),
  });

/** Polls until the memo has these words. */
const waitForMemo = (application: TestApplication, words: string) =>
  eventually(
    async () => {
      const response = await fetchMemo(application);
      if (response.status !== 200) return undefined;
      const pdf = Buffer.from(await response.arrayBuffer());
      const { text, ...facts } = await readPdf(pdf);
      return text.includes(words) && { pdf, text, headers: response.headers, ...facts };
    },
    { timeoutMs: 30_000 },
  );

/** Without styles and fonts. */
const readMain = (page: string): string => page.replaceAll(/<style>.*?<\/style>/gs, '');

const findResult = async (
  fields: Record<string, string> | string,
  headers: Record<string, string> = { origin: stage.urls.shell },
) => {
  const response = await fetch(`${service().url}/results`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...headers },
    body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
  });
  return { status: response.status, headers: response.headers, page: readMain(await response.text()) };
};

/** The cells of the table of marks, in English. */
const readCells = (page: string): string[][] =>
  [...page.matchAll(/<tr><th scope="row">(.*?)<\/tr>/gs)].map(([, row = '']) =>
    row.split(/<\/t[hd]>/).flatMap((cell) => {
      const text = /<span lang="en">(.*?)<\/span>/.exec(cell)?.[1] ?? cell.replaceAll(/<[^>]*>/g, '');
      return text === '' ? [] : [text];
    }),
  );

const NOT_FOUND = 'There is no published result';

const { application, roll } = await addCandidate();

test('a candidate without a published result has no memo and is not found', async () => {
  expect((await fetchMemo(application)).status).toBe(404);
  const [unpublished, wrongDate, unknown] = await Promise.all([
    findResult({ roll_number: roll, dob: TYPED_DOB }),
    findResult({ roll_number: roll, dob: '03-06-1984' }),
    findResult({ roll_number: '24-101-9999', dob: TYPED_DOB }),
  ]);
  expect([unpublished.status, wrongDate.status, unknown.status]).toEqual([200, 200, 200]);
  const strip = ({ page }: { page: string }) => page.replace(/value="[^"]*"/g, '');
  expect(unpublished.page).toContain(NOT_FOUND);
  expect(strip(wrongDate)).toBe(strip(unpublished));
  expect(strip(unknown)).toBe(strip(unpublished));
});

test('prints the memo of a published result for its owner only', async () => {
  await publish(application, 1, ABSENT);
  const { pdf, text, headers, ...facts } = await waitForMemo(application, 'Not passed');
  expect(facts).toMatchObject({ pages: 1, language: 'te', tagged: true, width: 595, height: 842 });
  for (const words of [
    ...['Archaka examinations 2024', 'Memo of marks', application.owner.name, 'Venkata Sarma', roll],
    ...[application.id, 'Hindu College', '01-09-2024'],
  ])
    expect(text).toContain(words);
  const lines = (await readLines(pdf)).filter((line) => line !== '').join(' ');
  expect(lines).toMatch(/Veda\s+80\s+28\s+64\s.*Agama\s+60\s+21\s+19\s.*Oral\s+40\s+14\s.*absent/);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
    'content-disposition': `attachment; filename="memo-${application.id}.pdf"`,
  });
  expect((await fetchMemo(application, buildApplicant())).status).toBe(403);
  expect((await fetch(`${service().url}/api/tickets/${application.id}/memo`)).status).toBe(401);

  await application.reverse();
  await eventually(async () => (await fetchMemo(application)).status === 404);
  expect((await findResult({ roll_number: roll, dob: TYPED_DOB })).page).toContain(NOT_FOUND);
  await application.payAgain();
  await waitForMemo(application, 'Not passed');
});

test('stores the highest revision sealed, in both orders of the events', async () => {
  const { application: late, roll: lateRoll } = await addCandidate();
  await publish(late, 2);
  await waitForMemo(late, '02-09-2024');
  await publish(late, 1, ABSENT);
  await publish(application, 2);
  await waitForMemo(application, '02-09-2024');
  for (const [candidate, number] of [
    [late, lateRoll],
    [application, roll],
  ] as const) {
    const { text } = await waitForMemo(candidate, '02-09-2024');
    expect(text).toContain('Passed');
    expect(text).not.toContain('absent');
    const { page } = await findResult({ roll_number: number, dob: TYPED_DOB });
    expect(readCells(page).map((cells) => cells.at(-1))).toEqual(['71', '53', '37']);
    const row = await rows.findOne({ _id: candidate.id });
    expect(Object.keys(Object(row?.result)).sort()).toEqual(['box', 'owner']);
  }
});

test('shows the marks, and nothing else of the person, for roll number and date of birth', async () => {
  const digits = roll.replaceAll('-', '');
  for (const [roll_number, dob] of [
    [roll, TYPED_DOB],
    [digits, '02061984'],
    [` ${digits.replaceAll('1', '౧')} `, '2/6/1984'],
  ] as const) {
    const { status, page, headers } = await findResult({ roll_number, dob });
    expect(status).toBe(200);
    expect(page).toContain('Result: Passed');
    for (const words of ['Archaka examinations 2024', 'అర్చక పరీక్షలు 2024', roll])
      expect(page).toContain(words);
    expect(readCells(page)).toEqual([
      ['Veda', '80', '28', '71'],
      ['Agama', '60', '21', '53'],
      ['Oral', '40', '14', '37'],
    ]);
    for (const personal of [application.owner.name, 'Venkata', application.id, '1984'])
      expect(page).not.toContain(personal);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'.*form-action 'self'/);
  }
  const entries = await database.collection('audit_entries').find({ action: 'result.read' }).toArray();
  expect(entries.at(-1)).toMatchObject({
    actor: { kind: 'anonymous' },
    subject: { applicationId: application.id, userId: application.owner.id },
  });
  expect(JSON.stringify(entries)).not.toContain(roll);
});

test('shows the form again with what was typed, escaped, and the mistake at its field', async () => {
  const empty = await fetch(`${service().url}/results`);
  expect([empty.status, empty.headers.get('referrer-policy')]).toEqual([200, 'same-origin']);
  expect(readMain(await empty.text())).not.toMatch(/<script|aria-invalid/);

  const hostile = '"><script>alert(1)</script>';
  const { status, page } = await findResult({ roll_number: hostile, dob: '31-02-1984' });
  expect(status).toBe(400);
  expect(page).not.toContain('<script');
  expect(page).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  expect(page).toContain('value="31-02-1984"');
  expect(page.match(/aria-invalid="true"/g)).toHaveLength(2);
  expect(page).toContain('The date of birth must look like');
  expect((await findResult('roll_number=1&roll_number=2&dob[$gt]=')).status).toBe(400);
});

test('rejects the form of another site, another type and a long one', async () => {
  const query = { roll_number: roll, dob: TYPED_DOB };
  expect((await findResult(query, { origin: 'https://elsewhere.example' })).status).toBe(403);
  expect((await findResult(query, { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await findResult({ ...query, more: 'x'.repeat(3000) })).status).toBe(413);
});

test('limits the attempts on a roll number, also with the right date, and then those of an address', async () => {
  const { application: guessed, roll: number } = await addCandidate();
  await publish(guessed, 1);
  await waitForMemo(guessed, 'Passed');
  const guess = (day: number) =>
    findResult({ roll_number: number, dob: `${String(day).padStart(2, '0')}-01-1970` });
  const guesses = await Promise.all(Array.from({ length: 11 }, (_, index) => guess(index + 1)));
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(1);
  const limited = await findResult({ roll_number: number, dob: TYPED_DOB });
  expect(limited.status).toBe(429);
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(3000);
  expect(limited.page).toContain('There were too many attempts');
  expect(limited.page).toContain(`value="${number}"`);

  const others = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      findResult({ roll_number: `24-102-${String(index).padStart(4, '0')}`, dob: TYPED_DOB }),
    ),
  );
  expect(others.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  const limits = await database.collection('limits').find().toArray();
  expect(JSON.stringify(limits)).not.toMatch(/24-10|127\.0\.0\.1/);
});
