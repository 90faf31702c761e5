import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeskCase, ScrutinyVerdict } from '@archaka/contracts';
import { CommandError, type CommandLine, exitCodes, runCommandLine } from '@archaka/service-kit/command-line';
import {
  type ApplicantSession,
  buildApplicant,
  buildApplicationForm,
  buildSignUp,
  completePayment,
  createProviderClient,
  createVisitorSession,
  eventually,
  type StaffSession,
  signInLocalTeam,
  submitNewApplication,
  waitForTicket,
} from '@archaka/test-kit';

const CONCURRENCY = 4;

interface Options {
  readonly people: number;
  readonly portal: string;
  readonly simulator: string;
}

const familyNames = ['శర్మ', 'ఆచార్యులు', 'దీక్షితులు', 'శాస్త్రి', 'భట్టు', 'అయ్యంగార్', 'స్వామి', 'రావు'];
const givenNames = ['శ్రీనివాస', 'వేంకటేశ్వర', 'రామ', 'కృష్ణ', 'నారాయణ', 'సుబ్రహ్మణ్య', 'నరసింహ', 'గోపాల', 'మాధవ'];
const toName = (index: number) =>
  `${givenNames[index % givenNames.length]} ${familyNames[Math.floor(index / givenNames.length) % familyNames.length]}`;

async function call(session: ApplicantSession | StaffSession, name: string, body: object) {
  const response = await session.call(name, body);
  if (response.http !== 200 || response.body.status !== 200)
    throw new Error(`${name} responded ${response.http}: ${JSON.stringify(response.body)}`);
  return response.body;
}

/** For a machine that does other work meanwhile. */
const TICKET_TIMEOUT_MS = 180_000;

async function pay(session: ApplicantSession, { simulator }: Local) {
  const orderId = await submitNewApplication(session);
  const { payment } = await completePayment(session, simulator, orderId);
  const applicationId = await findApplicationId(session);
  await waitForTicket(session, applicationId, TICKET_TIMEOUT_MS);
  return { orderId, applicationId, paymentId: payment.id };
}

async function findApplicationId(session: ApplicantSession): Promise<string> {
  const { data } = await call(session, 'getticketsandprofile', {});
  return String(data[0]?.application_id);
}

interface Local {
  readonly simulator: string;
  /** Clerks, where the examination has scrutiny. */
  readonly desk?: Desk | undefined;
}

/** Leads a person who has signed in to a state, by the calls of the pages. */
type State = (session: ApplicantSession, local: Local) => Promise<unknown>;

/** Decides one case after another: a clerk has one case at a time. */
class Desk {
  readonly #asMember: (name: string) => StaffSession;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(asMember: (name: string) => StaffSession) {
    this.#asMember = asMember;
  }

  decide(applicationId: string, verdict: ScrutinyVerdict, reasons: readonly string[] = []): Promise<unknown> {
    const clerks = verdict === 'rejected' ? ['scrutiny-clerk', 'senior-clerk'] : ['scrutiny-clerk'];
    const decide = async () => {
      for (const name of clerks)
        await this.#decideAs(this.#asMember(name), { applicationId, verdict, reasons });
    };
    this.#queue = this.#queue.then(decide, decide);
    return this.#queue;
  }

  async #decideAs(
    clerk: StaffSession,
    decided: { applicationId: string; verdict: ScrutinyVerdict; reasons: readonly string[] },
  ): Promise<void> {
    const { applicationId: application_id, verdict } = decided;
    const { summary } = await eventually(async () => {
      const { body } = await clerk.call('startcase', { application_id });
      return body.status === 200 && (body.data as unknown as DeskCase[])[0];
    });
    const reasons = decided.reasons.map((id) => ({ id }));
    await call(clerk, 'decidecase', { application_id, version: summary.version, verdict, reasons });
  }
}

/** Undefined where the examination has no scrutiny. */
async function openDesk(portal: string): Promise<Desk | undefined> {
  const { body } = await createVisitorSession(portal, buildApplicant()).call('getexamination', {});
  if (!body.data[0]?.scrutiny) return undefined;
  const secrets = await readFile(join(process.env.DATA_DIR || '.data', 'secrets.json'), 'utf8');
  const environment = { urls: { shell: portal }, secrets: JSON.parse(secrets) };
  return new Desk(
    await signInLocalTeam({ services: { desk: { url: portal } }, environment }, [
      'scrutiny-clerk',
      'senior-clerk',
    ]),
  );
}

/** A paid application, decided where there is a desk. */
const createDecidedState =
  (verdict: ScrutinyVerdict, reasons?: readonly string[]): State =>
  async (session, local) => {
    const { applicationId } = await pay(session, local);
    await local.desk?.decide(applicationId, verdict, reasons);
  };

/** Each state with its share of a hundred people. */
const states: readonly (readonly [name: string, share: number, lead: State])[] = [
  ['signed in', 10, async () => undefined],
  [
    'draft',
    15,
    async (session) => call(session, 'saveapplicationform', await buildApplicationForm(session.person)),
  ],
  ['fee due', 15, submitNewApplication],
  [
    'payment failed',
    8,
    async (session, { simulator }) => {
      const order_id = await submitNewApplication(session);
      await call(session, 'postorderdata', { order_id });
      await createProviderClient(simulator).pay({ order_id, outcome: 'failed' });
    },
  ],
  [
    'withdrawn',
    4,
    async (session) => {
      await submitNewApplication(session);
      await call(session, 'withdrawapplication', { application_id: await findApplicationId(session) });
    },
  ],
  ['paid', 20, pay],
  ['paid and accepted', 10, createDecidedState('accepted')],
  ['paid, correction required', 4, createDecidedState('correction', ['birth-unreadable'])],
  ['paid and rejected', 2, createDecidedState('rejected', ['not-own'])],
  [
    'paid and edited',
    6,
    async (session, local) => {
      const { applicationId } = await pay(session, local);
      const form = await buildApplicationForm(session.person, {
        id: applicationId,
        application_id: applicationId,
        postal_address: '7-1, Gopuram Street, Chintapalle',
      });
      await call(session, 'upadteapplication', form);
    },
  ],
  [
    'paid twice, one refunded',
    3,
    async (session, local) => {
      const { orderId } = await pay(session, local);
      await createProviderClient(local.simulator).pay({ order_id: orderId, outcome: 'captured' });
    },
  ],
  [
    'disputed',
    3,
    async (session, local) => {
      const { paymentId } = await pay(session, local);
      await createProviderClient(local.simulator).createRecord('disputes', {
        payment_id: paymentId,
        status: 'open',
      });
    },
  ],
];

/** The state of each person: the shares of a hundred, repeated. */
const hundred = states.flatMap(([name, share, lead]) =>
  Array.from({ length: share }, () => ({ name, lead })),
);

const commandLine: CommandLine<Options> = {
  name: 'seed',
  description:
    'Fills a local portal with fictitious people in all states: signed in, draft, fee due, paid, edited, refunded …',
  examples: ['', '--people 1000', '--portal http://localhost:21080 --simulator http://localhost:21086'],
  define: (program, choose) => {
    program
      .option('--people <number>', 'how many', Number, 200)
      .option('--portal <address>', 'the running portal', 'http://localhost:8080')
      .option('--simulator <address>', 'its simulator of Razorpay', 'http://localhost:8086')
      .action(choose);
  },
};

await runCommandLine(commandLine, async ({ people, portal, simulator }) => {
  const inbox = await fetch(`${portal}/dev/inbox`).catch(() => undefined);
  if (!inbox?.ok)
    throw new CommandError(`No local portal with a dev inbox runs at ${portal}: start it by npm start.`);
  const local = { simulator, desk: await openDesk(portal) };
  const indexes = Array(people).keys();
  const counts = new Map<string, number>();
  let failures = 0;
  /** One person's failure, as of a ticket that a busy machine prints late, ends no other's. All workers draw from the same indexes. */
  const seedRest = async (): Promise<void> => {
    for (const index of indexes)
      await seedPerson(index).catch((error: unknown) => {
        failures += 1;
        console.error(`person ${index + 1}: ${error}`);
      });
  };
  const seedPerson = async (index: number): Promise<void> => {
    // A prime step visits the states in turn, so that few people are in many states.
    const { name, lead } = hundred[(index * 37) % hundred.length] ?? hundred[0] ?? { name: '', lead: pay };
    const session = createVisitorSession(portal, buildApplicant({ name: toName(index) }));
    await call(session, 'submitsignup', buildSignUp(session.person));
    await session.signIn();
    await lead(session, local);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (process.stderr.isTTY) process.stderr.write(`\r${index + 1} of ${people} …`);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, seedRest));
  for (const [name, count] of counts) console.log(`${String(count).padStart(5)} ${name}`);
  return failures === 0 ? 0 : exitCodes.failure;
});
