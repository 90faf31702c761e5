import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AllotmentState,
  type ApplicationRecord,
  type DeskCase,
  type DeskReport,
  type HallDistrict,
  type MarkSheet,
  routes,
} from '@archaka/contracts';
import {
  type ApplicantSession,
  buildApplicationForm,
  buildFormPaper,
  buildPdf,
  completePayment,
  createProviderClient,
  type DashboardResponse,
  eventually,
  type Portal,
  registerApplicant,
  type StaffSession,
  scrutinyRules,
  signInLocalStaff,
  waitForTicket,
  writeExamination,
} from '@archaka/test-kit';
import { type Figure, measureMs, measureRate } from './figures.ts';

const PEOPLE = 300;
const CORRECTIONS = 40;
const REJECTIONS = 6;
const APPEALS = 2;
const PAID_TWICE = 5;
const REVALUATIONS = 2;
const CONCURRENCY = 4;
const WAIT_OPTIONS = { timeoutMs: 180_000 };

/** Of the ordinary form. */
const DISTRICT = 'Anakapalli';

/** One centre that holds everybody. */
const centre = {
  code: '101',
  name: 'Hindu College',
  name_te: 'హిందూ కళాశాల',
  address: 'Main Road, Guntur 522001',
  address_te: 'మెయిన్ రోడ్, గుంటూరు 522001',
  capacity: 2000,
  accessible: true,
  scribes: true,
};

export async function prepareExamination(): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'examination-'));
  const centres = [{ ...centre, district: DISTRICT }];
  const revaluation = { fee_paise: 50_000, days: 30 };
  const EXAM_FILE = await writeExamination(folder, { scrutiny: scrutinyRules, centres, revaluation });
  return { EXAM_FILE, SECOND_PAYMENT: 'hold' };
}

interface Candidate {
  readonly session: ApplicantSession;
  readonly applicationId: string;
  readonly orderId: string;
  /** What a clerk decides about the first version. */
  readonly verdict: 'accepted' | 'correction' | 'rejected';
}

async function expectData<Row>(response: Promise<DashboardResponse>): Promise<Row[]> {
  const { http, body } = await response;
  if (http !== 200 || body.status !== 200) throw new Error(`responded ${http}: ${JSON.stringify(body)}`);
  return body.data as unknown as Row[];
}

const readRecord = async (session: ApplicantSession): Promise<ApplicationRecord> => {
  const [record] = await expectData<ApplicationRecord>(session.call('getticketsandprofile'));
  if (!record) throw new Error('no application is listed');
  return record;
};

const toVerdict = (index: number): Candidate['verdict'] => {
  if (index < CORRECTIONS) return 'correction';
  return index < CORRECTIONS + REJECTIONS ? 'rejected' : 'accepted';
};

async function apply(portal: Portal, index: number): Promise<Candidate> {
  const session = await registerApplicant(portal.origin);
  const birthcertificate = buildFormPaper(buildPdf(undefined, 1));
  const form = await buildApplicationForm(session.person, { save_id: 2, birthcertificate });
  const orderId = String((await session.call('submitapplicationform', form)).body.orderId?.id);
  await completePayment(session, portal.simulator, orderId);
  const { application_id: applicationId } = await eventually(async () => {
    const record = await readRecord(session);
    return record.payment_status === 'S' && record;
  }, WAIT_OPTIONS);
  if (index < PAID_TWICE)
    await createProviderClient(portal.simulator).pay({ order_id: orderId, outcome: 'captured' });
  await waitForTicket(session, applicationId, WAIT_OPTIONS.timeoutMs);
  return { session, applicationId, orderId, verdict: toVerdict(index) };
}

const reasons = {
  accepted: [],
  correction: [{ id: 'name-differs', note: 'As on the certificate' }],
  rejected: [{ id: 'not-own' }],
} as const;

/** Decides what waits for this member until nothing does. @returns the number of decisions */
async function clearQueue(
  clerk: StaffSession,
  decide: (opened: DeskCase) => Candidate['verdict'],
): Promise<number> {
  for (let decided = 0; ; decided += 1) {
    const [opened] = await expectData<DeskCase>(clerk.call('startnextcase'));
    if (!opened) return decided;
    const { application_id, version } = opened.summary;
    const verdict = decide(opened);
    const decision = { application_id, version, verdict, reasons: reasons[verdict] };
    await expectData(clerk.call('decidecase', decision));
  }
}

interface Desk {
  readonly clerks: readonly [StaffSession, StaffSession, StaffSession];
  /** Has decided no rejection. */
  readonly appealClerk: StaffSession;
  readonly finance: StaffSession;
  readonly hallOfficer: StaffSession;
  readonly administrator: StaffSession;
}

async function openDesk({ origin, dataDir }: Portal): Promise<Desk> {
  const { LOCAL_STAFF_SECRET } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'));
  const signIn = (name: string) =>
    signInLocalStaff({ url: origin, portal: origin }, LOCAL_STAFF_SECRET, name);
  return {
    clerks: await Promise.all([signIn('scrutiny-clerk'), signIn('scrutiny-clerk-2'), signIn('senior-clerk')]),
    appealClerk: await signIn('senior-clerk-2'),
    finance: await signIn('finance'),
    hallOfficer: await signIn('hall-officer'),
    administrator: await signIn('administrator'),
  };
}

const readReport = async ({ administrator }: Desk): Promise<DeskReport> => {
  const [report] = await expectData<DeskReport>(administrator.call('getdeskreport'));
  if (!report) throw new Error('no report');
  return report;
};

function countGroups({ groups }: DeskReport, filter: Partial<DeskReport['groups'][number]>): number {
  const matches = groups.filter((group) =>
    Object.entries(filter).every(([key, value]) => group[key as keyof typeof group] === value),
  );
  return matches.reduce((sum, { count }) => sum + count, 0);
}

const whenCounted = (desk: Desk, filter: Parameters<typeof countGroups>[1], count: number) =>
  eventually(async () => countGroups(await readReport(desk), filter) === count, WAIT_OPTIONS);

/** Until no application waits. @returns decisions */
async function scrutinise(desk: Desk, candidates: readonly Candidate[]): Promise<number> {
  const verdicts = new Map(candidates.map((each) => [each.applicationId, each.verdict]));
  const toDecision = ({ summary }: DeskCase) =>
    summary.version === 1 ? (verdicts.get(summary.application_id) ?? 'accepted') : 'accepted';
  const [first, second, senior] = desk.clerks;
  // A rejection waits for a senior clerk who has not decided it, so that the only one comes last.
  const clear = async () => {
    const counts = await Promise.all([first, second].map((clerk) => clearQueue(clerk, toDecision)));
    return counts.reduce((sum, count) => sum + count, await clearQueue(senior, toDecision));
  };
  // What one clerk decides may wait for a second look of another one.
  let decided = 0;
  for (let count = await clear(); count > 0; count = await clear()) decided += count;
  return decided;
}

async function correct({ session, applicationId }: Candidate): Promise<void> {
  await eventually(async () => (await readRecord(session)).scrutiny?.verdict === 'correction', WAIT_OPTIONS);
  const form = await buildApplicationForm(session.person, {
    id: applicationId,
    application_id: applicationId,
    name: 'Corrected Name',
  });
  await expectData(session.call('upadteapplication', form));
}

/** One after the other, since hundreds that poll at once are a load of their own. */
async function readEach<Value>(
  candidates: readonly Candidate[],
  read: (record: ApplicationRecord) => Value | undefined,
): Promise<Value[]> {
  const values: Value[] = [];
  for (const { session } of candidates)
    values.push(await eventually(async () => read(await readRecord(session)), WAIT_OPTIONS));
  return values;
}

/** The one of the first appeal is accepted, the other one rejected again. */
async function decideAppeals(desk: Desk, rejected: readonly Candidate[]): Promise<void> {
  const appealing = rejected.slice(0, APPEALS);
  for (const { session, applicationId: application_id } of appealing) {
    await eventually(async () => (await readRecord(session)).scrutiny?.verdict === 'rejected', WAIT_OPTIONS);
    const text = 'The certificate is my own; the office of the village writes the name in this way.';
    await expectData(session.call('appealrejection', { application_id, text }));
  }
  await whenCounted(desk, { scrutiny: 'appealed' }, APPEALS);
  const [first] = appealing;
  await clearQueue(desk.appealClerk, ({ summary }) =>
    summary.application_id === first?.applicationId ? 'accepted' : 'rejected',
  );
}

/** Returns each second payment. @returns how many */
async function returnSecondPayments({ finance }: Desk): Promise<number> {
  const list = () => expectData<{ payment_id: string }>(finance.call('getrefundstodecide'));
  const pending = await eventually(async () => {
    const found = await list();
    return found.length >= PAID_TWICE && found;
  }, WAIT_OPTIONS);
  for (const { payment_id } of pending)
    await expectData(finance.call('deciderefund', { payment_id, outcome: 'approve', reason: 'Paid twice' }));
  await eventually(async () => (await list()).length === 0, WAIT_OPTIONS);
  return pending.length;
}

/** One person previews the seats, another confirms them. */
async function allotHalls({ hallOfficer, administrator }: Desk): Promise<void> {
  const whenPlan = (state: AllotmentState) =>
    eventually(async () => {
      const districts = await expectData<HallDistrict>(administrator.call('gethalls'));
      const { plan } = districts.find(({ district }) => district === DISTRICT) ?? {};
      return plan?.state === state && plan;
    }, WAIT_OPTIONS);
  await expectData(hallOfficer.call('previewallotment', { district: DISTRICT }));
  const { number } = await whenPlan('prepared');
  await expectData(administrator.call('confirmallotment', { district: DISTRICT, number }));
  await whenPlan('allotted');
}

/** Has the pack of the district made and downloads it. */
async function makePack({ hallOfficer }: Desk) {
  const startedAt = performance.now();
  await expectData(hallOfficer.call('makehallpack', { district: DISTRICT }));
  const { number, counts } = await eventually(async () => {
    const districts = await expectData<HallDistrict>(hallOfficer.call('gethalls'));
    const { pack } = districts.find(({ district }) => district === DISTRICT) ?? {};
    if (pack?.state === 'failed') throw new Error(`there is no pack: ${pack.failure}`);
    return pack?.state === 'made' && pack;
  }, WAIT_OPTIONS);
  const seconds = (performance.now() - startedAt) / 1000;
  const query = new URLSearchParams({ district: DISTRICT, number: String(number) });
  const file = await hallOfficer.fetch(`${routes.downloadHallPack.path}?${query}`);
  return { counts, seconds, bytes: (await file.arrayBuffer()).byteLength };
}

/** Marks of everybody with a seat: every tenth misses one paper, every twenty-fifth is absent. */
function toMarkFile(records: readonly ApplicationRecord[], sufficient = 60): string {
  const rows = records.flatMap(({ hall }, index) => {
    const roll = hall?.roll_number ?? '';
    const agama = index % 10 === 9 ? 39 : sufficient;
    return [`${roll};A;${agama}`, `${roll};S;${index % 25 === 24 ? 'AB' : 55}`, `${roll};O;35`];
  });
  return ['roll_number;paper;marks', ...rows].join('\r\n');
}

async function publishResults({ clerks, administrator }: Desk, file: string): Promise<MarkSheet> {
  const [, , senior] = clerks;
  const content = { file: Buffer.from(file).toString('base64') };
  const [checked] = await expectData<MarkSheet>(senior.call('checkmarks', content));
  if (!checked) throw new Error('the marks were not read');
  const publish_at = new Date(Date.now() + 1000).toISOString();
  const proposal = { sheet_id: checked.id, state: 'checked', sets_aside: false, publish_at };
  await expectData(senior.call('proposemarks', proposal));
  await expectData(administrator.call('signmarks', { sheet_id: checked.id, state: 'proposed', publish_at }));
  return eventually(async () => {
    const sheets = await expectData<MarkSheet>(administrator.call('getmarksheets'));
    return sheets.find(({ id, state }) => id === checked.id && state === 'published');
  }, WAIT_OPTIONS);
}

/** Has the first paper of some candidates valued again. @returns how many read its new marks */
async function revalue(portal: Portal, desk: Desk, candidates: readonly Candidate[]): Promise<number> {
  const chosen = candidates.filter(({ verdict }) => verdict === 'accepted').slice(0, REVALUATIONS);
  const whenRevalued = ({ session }: Candidate, state: 'waiting' | 'complete') =>
    eventually(async () => {
      const record = await readRecord(session);
      return record.revaluation?.state === state && record;
    }, WAIT_OPTIONS);
  const records: ApplicationRecord[] = [];
  for (const candidate of chosen) {
    const { session, applicationId: application_id } = candidate;
    const request = { application_id, papers: ['A'] };
    const [order] = await expectData<{ order_id: string }>(session.call('requestrevaluation', request));
    await createProviderClient(portal.simulator).pay({
      order_id: order?.order_id ?? '',
      outcome: 'captured',
    });
    records.push(await whenRevalued(candidate, 'waiting'));
  }
  await publishResults(desk, toMarkFile(records, 70));
  const complete = await Promise.all(chosen.map((each) => whenRevalued(each, 'complete')));
  return complete.filter(({ revaluation }) => revaluation?.papers[0]?.new_marks === 70).length;
}

async function downloadMemo({ session, applicationId }: Candidate): Promise<number> {
  const response = await session.fetch(`/api/tickets/${applicationId}/memo`);
  return (await response.arrayBuffer()).byteLength > 10_000 ? response.status : 0;
}

const createEqualFigure = (name: string, value: number, expected: number): Figure => ({
  name,
  measured: String(value),
  target: String(expected),
  isReached: value === expected,
});

/** Runs a whole examination: applications, scrutiny, corrections, appeals, refunds, halls, results, revaluations and memos. */
export async function measure(portal: Portal): Promise<Figure[]> {
  const candidates: Candidate[] = [];
  const indexes = Array.from({ length: PEOPLE }, (_, index) => index);
  const applicationRate = await measureRate(indexes, CONCURRENCY, async (index) => {
    candidates.push(await apply(portal, index));
  });
  const desk = await openDesk(portal);
  await whenCounted(desk, { scrutiny: 'waiting' }, PEOPLE);

  let decisions = 0;
  const scrutinyMs = await measureMs(async () => {
    decisions = await scrutinise(desk, candidates);
  });
  const corrected = candidates.filter(({ verdict }) => verdict === 'correction');
  for (const candidate of corrected) await correct(candidate);
  await whenCounted(desk, { scrutiny: 'waiting' }, CORRECTIONS);
  await scrutinise(desk, candidates);
  await decideAppeals(
    desk,
    candidates.filter(({ verdict }) => verdict === 'rejected'),
  );
  const refunds = await returnSecondPayments(desk);

  await allotHalls(desk);
  // With the seat its ticket is printed again.
  const records = await readEach(candidates, (record) => (record.hall ? record : undefined));
  const pack = await makePack(desk);
  let sheet: MarkSheet | undefined;
  const publicationMs = await measureMs(async () => {
    sheet = await publishResults(desk, toMarkFile(records));
  });
  const results = await readEach(candidates, ({ result }) => result);
  const revalued = await revalue(portal, desk, candidates);
  const statuses: number[] = [];
  const memoRate = await measureRate(candidates.slice(0, 40), CONCURRENCY, async (candidate) => {
    statuses.push(await eventually(async () => (await downloadMemo(candidate)) === 200 && 200, WAIT_OPTIONS));
  });

  const report = await readReport(desk);
  return [
    createEqualFigure('applications in the report', countGroups(report, {}), PEOPLE),
    createEqualFigure('paid in the report', countGroups(report, { payment_status: 'S' }), PEOPLE),
    createEqualFigure('paid by the pack', pack.counts?.paid ?? 0, PEOPLE),
    createEqualFigure('tickets by the pack', pack.counts?.ticketed ?? 0, PEOPLE),
    createEqualFigure('seats by the pack', pack.counts?.listed ?? 0, PEOPLE),
    createEqualFigure(
      'different roll numbers',
      new Set(records.map(({ hall }) => hall?.roll_number)).size,
      PEOPLE,
    ),
    createEqualFigure('rejected', countGroups(report, { scrutiny: 'rejected' }), REJECTIONS - 1),
    createEqualFigure('accepted', countGroups(report, { scrutiny: 'accepted' }), PEOPLE - REJECTIONS + 1),
    createEqualFigure('second payments returned', refunds, PAID_TWICE),
    createEqualFigure('results published', sheet?.published ?? 0, PEOPLE),
    createEqualFigure('candidates without marks', sheet?.without_marks ?? -1, 0),
    createEqualFigure(
      'passed by the applicants’ pages',
      results.filter(({ outcome }) => outcome === 'passed').length,
      sheet?.passed ?? -1,
    ),
    createEqualFigure('revaluations with new marks', revalued, REVALUATIONS),
    createEqualFigure('memos', statuses.length, 40),
    { name: 'applications to ticket', measured: `${applicationRate.toFixed(2)} a second` },
    {
      name: 'scrutiny by three clerks without human pauses',
      measured: `${decisions} decisions, ${(scrutinyMs / decisions).toFixed(0)} ms each`,
    },
    { name: 'pack of all', measured: `${pack.seconds.toFixed(1)} s, ${(pack.bytes / 1e6).toFixed(1)} MB` },
    { name: 'publication of all results', measured: `${(publicationMs / 1000).toFixed(1)} s` },
    { name: 'memos on request', measured: `${memoRate.toFixed(1)} a second` },
  ];
}
