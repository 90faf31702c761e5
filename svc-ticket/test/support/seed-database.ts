import { randomBytes } from 'node:crypto';
import { createApplicationId, type TicketSnapshot } from '@archaka/contracts';
import { createLog, openDatabase, openPersonalData } from '@archaka/service-kit';
import { findOrInstallChromium, type TestEnvironment } from '@archaka/test-kit';
import type { Allotment } from '../../src/domain/allotment.ts';
import type { TicketRequest } from '../../src/domain/application.ts';
import { buildSnapshot } from '../../src/domain/testing/builders.ts';
import { createVerifyUrl, toClaims } from '../../src/domain/ticket-code.ts';
import { createTicketContent } from '../../src/domain/ticket-content.ts';
import { examination } from '../../src/features/make-hall-pack/testing/builders.ts';
import { KeyRing } from '../../src/features/sign-ticket.ts';
import { AllotmentRepository } from '../../src/persistence/allotment-repository.ts';
import { ApplicationRepository } from '../../src/persistence/application-repository.ts';
import { TicketKeyRepository } from '../../src/persistence/ticket-key-repository.ts';
import { TicketRepository } from '../../src/persistence/ticket-repository.ts';
import { createTempDir, isRoot } from '../../src/render/chromium.ts';
import { createQrPath } from '../../src/render/qr.ts';
import { TicketRenderer } from '../../src/render/renderer.ts';
import { issueTicket } from './issue-ticket.ts';
import { saveApplication } from './save-application.ts';

export interface SeedOptions {
  /** The snapshot that it was printed from; by default with the centre's own names. */
  readonly own?: Partial<TicketSnapshot>;
  readonly photo?: Buffer | undefined;
  readonly version?: number;
  readonly id?: string;
  /** Files of another ticket, where the content does not matter; printed by default. */
  readonly pdf?: Buffer;
}

export interface SeededTicket {
  readonly id: string;
  readonly token: string;
  readonly pdf: Buffer;
}

export interface SeededDatabase {
  readonly applications: ApplicationRepository;
  /** Adds a paid application of this version. */
  addPaid(options: SeedOptions): Promise<TicketRequest>;
  /** Adds a paid application with its ticket. */
  addTicketed(options?: SeedOptions): Promise<SeededTicket>;
  countAllotments(): Promise<number>;
  /** Assigns the seat to a candidate. */
  addAllotment(allotment: Allotment): Promise<void>;
  close(): Promise<void>;
}

/** Writes svc-ticket's database of a centre without svc-ticket. */
export async function seedDatabase(
  { mongoUrl, secrets, urls }: TestEnvironment,
  centre: TicketSnapshot['centre_district'],
): Promise<SeededDatabase> {
  const log = createLog({ name: 'test', level: 'silent' });
  const db = await openDatabase({ url: mongoUrl, service: 'ticket', log });
  const personal = await openPersonalData('ticket', {
    db,
    log,
    config: { MASTER_KEYS: [{ kid: '1', key: secrets.MASTER_KEYS }] },
  });
  const applications = new ApplicationRepository(db, personal);
  const allotments = new AllotmentRepository(db);
  const tickets = new TicketRepository(db, personal);
  const keys = new KeyRing(new TicketKeyRepository(db), {
    TICKET_KEYS_SECRET: [{ kid: '1', key: secrets.TICKET_KEYS_SECRET }],
  });
  const tempDir = await createTempDir();
  const renderer = new TicketRenderer({
    chromium: { path: await findOrInstallChromium(), sandboxed: !isRoot() },
    tempDir: tempDir.path,
    ticketsPerBrowser: 5000,
    log,
  });
  await db.prepareModels();

  const addPaid = async ({ own, version = 1, id }: SeedOptions): Promise<TicketRequest> => {
    const application_id = id ?? createApplicationId(randomBytes(7), '2024');
    const snapshot = buildSnapshot({ application_id, centre_district: centre, ...own });
    const applicationVersion = { version, user_id: 'user', snapshot };
    const payment = {
      order_id: `order_${application_id}`,
      payment_id: `pay_${application_id}`,
      amount: 10_000,
    };
    await saveApplication(applications, { application_id, newest: applicationVersion, payments: [payment] });
    return { application_id, applicationVersion, payment };
  };
  return {
    applications,
    addPaid,
    async addTicketed(options = {}) {
      const ticketRequest = await addPaid(options);
      const { application_id, applicationVersion } = ticketRequest;
      const { photo } = options;
      const token = await keys.sign(toClaims(ticketRequest, photo));
      const code = createQrPath(createVerifyUrl(urls.shell, token));
      const pdf =
        options.pdf ??
        (await renderer.print({ ...createTicketContent(ticketRequest, examination), photo, code }));
      const { version } = applicationVersion;
      await issueTicket({ db, tickets }, { application_id, version, user_id: 'user', token, photo, pdf });
      return { id: application_id, token, pdf };
    },
    countAllotments: () => db.connection.collection('allotments').countDocuments(),
    addAllotment: (allotment) => allotments.add([allotment]),
    async close() {
      await renderer.close();
      await tempDir.remove();
      await db.close();
    },
  };
}
