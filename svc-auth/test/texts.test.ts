import { readFile } from 'node:fs/promises';
import {
  dateText,
  type Examination,
  examinationRevised,
  resultPublished,
  scrutinyDecided,
  toIndianDay,
  toSettings,
} from '@archaka/contracts';
import {
  createTestEnvironment,
  eventually,
  openTestBroker,
  type RunningService,
  readMetric,
  startService,
  type TestBroker,
  type TestEnvironment,
} from '@archaka/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  buildTexts,
  type FakeMsg91,
  HALL_TEMPLATES,
  NEW_TEMPLATE,
  startFakeMsg91,
  TEXT_TEMPLATES,
} from './support/fake-msg91.ts';
import { createNotifiedApplication, type NotifiedApplication } from './support/notified-application.ts';
import { TestBrowser } from './support/test-browser.ts';

const DAY_MS = 24 * 3_600_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

let environment: TestEnvironment;
let msg91: FakeMsg91;
let auth: RunningService;
let broker: TestBroker;
const browser = new TestBrowser(() => auth);

/** Of an examination whose messages have templates, without those of `HALL_TEMPLATES`. */
const writeFacts = (facts: object = {}) =>
  environment.writeExamination({ texts: buildTexts(TEXT_TEMPLATES), ...facts });

async function start({ EXAM_FILE, ...env }: Record<string, string> = {}) {
  return startService('svc-auth', {
    environment,
    env: {
      SMS_PROVIDER: 'msg91',
      ...msg91.variables,
      EXAM_FILE: EXAM_FILE ?? (await writeFacts()),
      EDIT_UNTIL: inDays(30).toISOString(),
      CHALLENGE_AFTER: 'none',
      ...env,
    },
  });
}
async function restart(env: Record<string, string> = {}): Promise<void> {
  await auth.stop();
  auth = await start(env);
}

beforeAll(async () => {
  [environment, msg91] = await Promise.all([createTestEnvironment({ realAuth: true }), startFakeMsg91()]);
  auth = await start();
  broker = await openTestBroker(environment);
});
afterAll(async () => {
  await broker?.stop();
  await environment?.close();
  await msg91?.stop();
});

async function signIn(): Promise<{ userId: string; number: string; sessionId: string }> {
  const { number } = await browser.createNewcomer();
  await browser.post('websiteloginotp', { number });
  const otp = msg91.messages.findLast(({ mobiles }) => mobiles === `91${number}`)?.otp;
  const response = await browser.post('submitwithotp', { number, otp });
  const { data } = (await response.json()) as { data: [{ id: string }] };
  const sessionId = /archaka_session=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? '';
  return { userId: data[0].id, number, sessionId };
}

let applicant: Awaited<ReturnType<typeof signIn>>;
let application: NotifiedApplication;
beforeEach(async () => {
  applicant = await signIn();
  application = createNotifiedApplication(broker, applicant);
});

const callAsApplicant = async (name: string, body: object) =>
  browser.post(name, body, (await browser.authorize(applicant.sessionId)).headers);

const getTexts = ({ id } = application) => msg91.texts.filter(({ application: about }) => about === id);
const getTemplates = (own = application) => getTexts(own).map(({ template }) => template);
const waitForTexts = (count: number, own = application) =>
  eventually(() => getTexts(own).length >= count && getTexts(own));
const readOutcome = (kind: string, outcome: string) =>
  readMetric(auth, `texts_total{kind="${kind}",outcome="${outcome}"}`);
const waitForOutcome = (kind: string, outcome: string, count = 1) =>
  eventually(async () => (await readOutcome(kind, outcome)) >= count);

/** A text sent later than this one would have been sent too. */
async function waitForLaterText(): Promise<void> {
  const later = createNotifiedApplication(broker, applicant);
  await later.submit();
  await eventually(() => getTexts(later).length === 1);
}

test('sends one text each for submission, payment and ticket when every event is repeated', async () => {
  await application.submit(2);
  await waitForTexts(1);
  await application.pay(2);
  await application.issueTicket(1, 2);
  await waitForTexts(3);
  await Promise.all([application.submit(), application.pay(), application.issueTicket(2)]);
  await waitForLaterText();
  expect(getTemplates().toSorted()).toEqual(['flow-paid', 'flow-submitted', 'flow-ticket-ready']);
  expect(getTexts()[0]).toEqual({
    template: 'flow-submitted',
    mobiles: `91${applicant.number}`,
    application: application.id,
    date: dateText(application.at),
    link: environment.urls.shell,
  });
});

test('sends a text about a correction with its last day and one about a rejection, once for each version', async () => {
  await application.submit();
  await application.pay();
  const decide = (version: number, verdict: 'accepted' | 'correction' | 'rejected', id: string) =>
    broker.publish(
      scrutinyDecided,
      {
        application_id: application.id,
        user_id: applicant.userId,
        decision_id: id,
        version,
        verdict,
        reasons: [{ id: 'name-differs', note: 'The certificate says Lakshmi' }],
        ...(verdict === 'correction' && { last_day: '2099-12-09' }),
        at: application.at,
      },
      { times: 2 },
    );
  await decide(1, 'accepted', 'decision-0');
  await decide(1, 'correction', 'decision-1');
  await decide(1, 'correction', 'decision-2');
  await decide(2, 'correction', 'decision-3');
  await decide(3, 'rejected', 'decision-4');
  await waitForTexts(4);
  await waitForLaterText();
  const decided = getTexts().filter(({ template }) => /correction|rejected/.test(String(template)));
  expect(decided.map(({ template, date }) => [template, date]).toSorted()).toEqual([
    ['flow-correction-required', '09-12-2099'],
    ['flow-correction-required', '09-12-2099'],
    ['flow-rejected', dateText(application.at)],
  ]);
  expect(JSON.stringify(decided)).not.toContain('Lakshmi');
});

test('sends one text without marks about each revision of a result when its event is repeated', async () => {
  await application.submit();
  await application.pay();
  const publish = (revision: number, times: number) =>
    broker.publish(
      resultPublished,
      {
        application_id: application.id,
        user_id: applicant.userId,
        revision,
        outcome: 'passed',
        papers: [{ paper: 'AGAMA', marks: 7321 }],
        published_at: new Date().toISOString(),
        uploaded_at: new Date().toISOString(),
      },
      { times },
    );
  await publish(1, 3);
  await publish(1, 1);
  await waitForTexts(2);
  await waitForLaterText();
  const getAnnouncements = () => getTexts().filter(({ template }) => template === 'flow-result-published');
  expect(getAnnouncements()).toHaveLength(1);
  await publish(2, 2);
  await eventually(() => getAnnouncements().length === 2);
  await waitForLaterText();
  expect(getAnnouncements()).toHaveLength(2);
  expect(JSON.stringify(getAnnouncements())).not.toMatch(/7321|AGAMA|passed/);
});

test('sends the text about a payment after its submission when the events arrive in the other order', async () => {
  await application.pay();
  await waitForLaterText();
  expect(getTexts()).toEqual([]);
  await application.submit();
  await waitForTexts(1);
  await waitForOutcome('submitted', 'not-needed');
  expect(getTemplates()).toEqual(['flow-paid']);
});

test.each(['stopped', 'busy'] as const)(
  'queues texts while MSG91 is %s, and sends them once',
  async (state) => {
    if (state === 'stopped') await msg91.stop();
    else msg91.fail(...Array.from({ length: 4 }, () => 'busy' as const));
    try {
      for (let count = 0; count < 3; count += 1) await createNotifiedApplication(broker, applicant).submit();
      await application.submit();
      await eventually(() => auth.logs().includes('queue paused: a dependency is down'));
      if (state === 'stopped') expect(getTexts()).toEqual([]);
    } finally {
      if (state === 'stopped') await msg91.start();
    }
    await waitForTexts(1);
    await waitForLaterText();
    expect(getTemplates()).toEqual(['flow-submitted']);
  },
);

test('respects an opt-out between queueing and sending, and still sends one-time passwords', async () => {
  expect(await (await callAsApplicant('getmessagesettings', {})).json()).toEqual({
    status: 200,
    data: [{ application_texts: true }],
  });
  await msg91.stop();
  const optedOut = await readOutcome('submitted', 'opted-out');
  try {
    await application.submit();
    const texts = (await environment.openDatabase('auth')).collection('texts');
    await eventually(() => texts.findOne({ application_id: application.id }));
    expect((await callAsApplicant('setmessagesettings', { application_texts: false })).status).toBe(200);
  } finally {
    await msg91.start();
  }
  await waitForOutcome('submitted', 'opted-out', optedOut + 1);
  expect(getTexts()).toEqual([]);
  expect((await browser.post('websiteloginotp', { number: applicant.number })).status).toBe(200);
  await callAsApplicant('setmessagesettings', { application_texts: true });
  await waitForLaterText();
});

test.each(['hang', 'cut', '500'] as const)(
  'does not repeat a text after "%s", since MSG91 may have sent it',
  async (fault) => {
    const unclear = await readOutcome('submitted', 'unclear');
    const before = msg91.requestCount();
    msg91.fail(fault);
    await application.submit();
    await waitForOutcome('submitted', 'unclear', unclear + 1);
    await waitForLaterText();
    expect(getTexts()).toHaveLength(fault === '500' ? 0 : 1);
    expect(msg91.requestCount() - before).toBe(2);
  },
);

describe('texts for a date', () => {
  const submitAndPay = async (own = application) => {
    await own.submit();
    await waitForTexts(1, own);
    await own.pay();
    await waitForTexts(2, own);
  };
  /** One of two days whose announcement is due at any hour of this day. */
  function chooseExaminationDay(): string {
    const isEarly = new Date(Date.now() + 5.5 * 3_600_000).getUTCHours() < 9;
    return toIndianDay(isEarly ? new Date() : inDays(1));
  }

  test('are sent when their day begins, also when the day was configured after the payment', async () => {
    await submitAndPay();
    await waitForLaterText();
    expect(getTexts()).toHaveLength(2);
    const examinationDay = chooseExaminationDay();
    const lastDay = inDays(1);
    await restart({
      EXAM_FILE: await writeFacts({ examination_date: examinationDay }),
      EDIT_UNTIL: lastDay.toISOString(),
    });
    await waitForTexts(4);
    const dated = getTexts().slice(2);
    expect(dated.map(({ template, date }) => `${template} ${date}`).toSorted()).toEqual([
      `flow-edits-close ${dateText(lastDay.toISOString())}`,
      `flow-examination-day ${dateText(examinationDay)}`,
    ]);
    await restart();
    await waitForLaterText();
    expect(getTexts()).toHaveLength(4);
  });

  test('are dropped when they are too late, and when the payment was refunded', async () => {
    const refunded = createNotifiedApplication(broker, applicant);
    await submitAndPay();
    await submitAndPay(refunded);
    await refunded.refund();
    await broker.drain();
    await restart({
      EXAM_FILE: await writeFacts({ examination_date: chooseExaminationDay() }),
      EDIT_UNTIL: inDays(-1).toISOString(),
    });
    await waitForTexts(3);
    await waitForOutcome('edits-close', 'too-late');
    await waitForOutcome('examination-day', 'not-needed');
    await waitForLaterText();
    expect(getTemplates()).toEqual(['flow-submitted', 'flow-paid', 'flow-examination-day']);
    expect(getTemplates(refunded)).toEqual(['flow-submitted', 'flow-paid']);
  });

  test('contain time and centre after a seat is allotted, as does the text about the ticket', async () => {
    const examinationDay = chooseExaminationDay();
    const texts = buildTexts({ ...TEXT_TEMPLATES, ...HALL_TEMPLATES });
    const facts = { examination_date: examinationDay, reporting_time: '08:30', texts };
    await restart({ EXAM_FILE: await writeFacts(facts) });
    const centre = { name: 'Hindu College', name_te: 'హిందూ కళాశాల', address: 'Road', address_te: 'రోడ్' };
    await application.issueTicket(1, 1, { roll_number: '24-101-0001', centre });
    await broker.drain();
    await application.submit();
    await application.pay();
    const getHallTexts = () => getTexts().filter(({ day }) => day !== undefined);
    const hallTexts = await eventually(() => getHallTexts().length === 2 && getHallTexts());
    expect(hallTexts.map(({ template }) => template).toSorted()).toEqual([
      'flow-examination-day-centre',
      'flow-ticket-ready-centre',
    ]);
    for (const text of hallTexts) {
      expect(text).toMatchObject({ day: dateText(examinationDay), time: '08:30', centre: 'Hindu College' });
    }
  });
});

test('follows the templates that the desk publishes, without a restart, and sends none of a kind without one', async () => {
  const EXAM_FILE = await writeFacts({ examine_year: '2031' });
  await restart({ EXAM_FILE });
  const examination: Examination = JSON.parse(await readFile(EXAM_FILE, 'utf8'));
  const publish = (revision: number, templates: Record<string, string>) => {
    const settings = { ...toSettings(examination), texts: buildTexts(templates) };
    return broker.publish(examinationRevised, { examine_year: '2031', revision, settings });
  };
  /** The template of the next submission; undefined when none is sent. */
  const readTemplate = async () => {
    const own = createNotifiedApplication(broker, applicant);
    const unsent = await readOutcome('submitted', 'no-template');
    await own.submit();
    const isSettled = async () =>
      getTexts(own).length > 0 || (await readOutcome('submitted', 'no-template')) > unsent;
    await eventually(isSettled);
    return getTemplates(own)[0];
  };
  expect(await readTemplate()).toBe('flow-submitted');
  await publish(1, { ...TEXT_TEMPLATES, submitted: NEW_TEMPLATE });
  await eventually(async () => (await readTemplate()) === NEW_TEMPLATE);
  const { submitted: _submitted, ...others } = TEXT_TEMPLATES;
  await publish(2, others);
  await eventually(async () => (await readTemplate()) === undefined);
});

test('lists texts in the dev inbox apart from one-time passwords', async () => {
  await restart({ SMS_PROVIDER: 'inbox' });
  await application.submit();
  const [received] = await eventually(async () => {
    const texts = await browser.readTexts(applicant.number);
    return texts.length > 0 && texts;
  });
  expect(received?.text).toContain(
    `Application ${application.id} received on ${dateText(application.at)}. The fee is due: http`,
  );
  expect(await browser.readInbox(applicant.number)).toEqual([]);
});
