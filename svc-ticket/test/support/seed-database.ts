import { randomBytes } from 'node:crypto';
import { createApplicationId, type TicketSnapshot } from '@archaka/contracts';
import type { TestEnvironment } from '@archaka/test-kit';
import type { Allotment } from '../../src/domain/allotment.ts';
import { buildSnapshot } from '../../src/domain/testing/builders.ts';
import { createVerifyUrl, toClaims } from '../../src/domain/ticket-code.ts';
import { createTicketContent } from '../../src/domain/ticket-content.ts';
import { examination } from '../../src/features/make-hall-pack/testing/builders.ts';
import { KeyRing } from '../../src/features/sign-ticket.ts';
import { SheetRenderer, ticketPrinting, toTicketSheet } from '../../src/render/renderer.ts';
import { createQrPath } from '../../src/render/ticket-page.ts';
import { chromiumOfTests } from './print-pages.ts';
import { openTicketEnvironment } from './ticket-environment.ts';
import { issueTicket, log, openTicketStore, saveApplication } from './ticket-store.ts';

interface SeedOptions {
  /** The snapshot that it was printed from; by default with the centre's own names. */
  readonly own?: Partial<TicketSnapshot>;
  readonly photo?: Buffer | undefined;
  readonly version?: number;
  readonly id?: string;
  /** Files of another ticket, where the content does not matter; printed by default. */
  readonly pdf?: Buffer;
}

/** Writes svc-ticket's database of a centre without svc-ticket. */
async function seedDatabase(stage: TestEnvironment, centre: TicketSnapshot['centre_district']) {
  const { mongoUrl, secrets, urls } = stage;
  const { db, repositories } = await openTicketStore(mongoUrl, secrets.MASTER_KEYS);
  const { applications, allotments, tickets } = repositories;
  const keys = new KeyRing(repositories.ticketKeys, {
    TICKET_KEYS_SECRET: [{ kid: '1', key: secrets.TICKET_KEYS_SECRET }],
  });
  const renderer = await SheetRenderer.open({ ...ticketPrinting, chromium: await chromiumOfTests(), log });
  stage.register({
    stop: async () => {
      await renderer.close();
      await db.close();
    },
  });

  /** Adds a paid application of this version. */
  const addPaid = async ({ own, version = 1, id }: SeedOptions) => {
    const application_id = id ?? createApplicationId(randomBytes(7), '2024');
    const snapshot = buildSnapshot({ application_id, centre_district: centre, ...own });
    const applicationVersion = { version, user_id: 'user', snapshot };
    const [order_id, payment_id] = [`order_${application_id}`, `pay_${application_id}`];
    const payment = { order_id, payment_id, amount: 10_000 };
    await saveApplication(applications, { application_id, newest: applicationVersion, payments: [payment] });
    return { application_id, applicationVersion, payment };
  };
  return {
    applications,
    addPaid,
    /** Adds a paid application with its ticket. */
    async addTicketed(options: SeedOptions = {}) {
      const ticketRequest = await addPaid(options);
      const { application_id, applicationVersion } = ticketRequest;
      const { photo } = options;
      const token = await keys.sign(toClaims(ticketRequest, photo));
      const code = createQrPath(createVerifyUrl(urls.shell, token));
      const content = createTicketContent(ticketRequest, examination);
      const print = () =>
        renderer.print('ticket', content.title, [toTicketSheet({ ...content, photo, code })]);
      const pdf = options.pdf ?? (await print());
      const { version } = applicationVersion;
      await issueTicket({ db, tickets }, { application_id, version, user_id: 'user', token, photo, pdf });
      return { id: application_id, token, pdf };
    },
    /** Assigns the seat to a candidate. */
    addAllotment: (allotment: Allotment) => allotments.add([allotment]),
  };
}

/** That database of a running svc-ticket, until the end of the suite. */
export async function openSeededEnvironment(
  centre: TicketSnapshot['centre_district'],
  env: Record<string, string> = {},
) {
  const environment = await openTicketEnvironment(env);
  return { environment, database: await seedDatabase(environment.stage, centre) };
}
