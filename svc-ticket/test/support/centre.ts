import { randomBytes } from 'node:crypto';
import { applicationIdFrom, type TicketSnapshot } from '@archaka/contracts';
import { createLog, makeSealing, openDatabase, sealingKeyFrom } from '@archaka/service-kit';
import { findOrInstallChromium, type Stage } from '@archaka/test-kit';
import type { WantedTicket } from '../../src/domain/application.ts';
import { centreCode, nameHash, photoHash } from '../../src/domain/hashes.ts';
import { indianDay } from '../../src/domain/indian-date.ts';
import { snapshotOf } from '../../src/domain/testing/examples.ts';
import { ticketContent } from '../../src/domain/ticket-content.ts';
import { verifyAddress } from '../../src/domain/verify-address.ts';
import { facts } from '../../src/features/make-hall-pack/testing/entrants.ts';
import { keyRing } from '../../src/features/sign-ticket/key-ring.ts';
import { makeHome } from '../../src/render/home.ts';
import { openPress } from '../../src/render/press.ts';
import { qrPath } from '../../src/render/qr.ts';
import { isRoot } from '../../src/render/sandbox.ts';
import { applicationsIn } from '../../src/store/applications.ts';
import { keysIn } from '../../src/store/keys.ts';
import { ticketsIn } from '../../src/store/tickets.ts';

export interface Entry {
  /** Of what it was made; the centre's own names unless given. */
  readonly own?: Partial<TicketSnapshot>;
  readonly photo?: Buffer | undefined;
  readonly version?: number;
  readonly id?: string;
  /** Of another ticket, where what is on it does not matter; printed unless given. */
  readonly pdf?: Buffer;
}

/** svc-ticket's own books of a centre, written without svc-ticket. */
export async function keepBooks(
  { mongoUrl, secrets, urls }: Stage,
  centre: TicketSnapshot['centre_district'],
) {
  const log = createLog({ name: 'test', level: 'silent' });
  const db = await openDatabase({ url: mongoUrl, service: 'ticket', log });
  const applications = applicationsIn(db);
  const tickets = ticketsIn(db);
  const sealing = makeSealing([sealingKeyFrom(secrets.TICKET_KEYS_SECRET, 'ticket keys')]);
  const keys = keyRing({ keys: keysIn(db), sealing, signingMs: 1e9 });
  const home = await makeHome();
  const press = openPress({
    chromium: { path: await findOrInstallChromium(), sandboxed: !isRoot() },
    home: home.path,
    browserLife: 5000,
    log,
  });
  await db.prepareModels();

  /** A paid application of this version. */
  const paid = async ({ own, version = 1, id }: Entry): Promise<WantedTicket> => {
    const application_id = id ?? applicationIdFrom(randomBytes(7), '2024');
    const snapshot = snapshotOf({ application_id, centre_district: centre, ...own });
    const edition = { version, user_id: 'user', snapshot };
    const payment = {
      order_id: `order_${application_id}`,
      payment_id: `pay_${application_id}`,
      amount: 10_000,
    };
    await applications.save({ application_id, newest: edition, payments: [payment] });
    return { application_id, edition, payment };
  };
  const tokenFor = (snapshot: TicketSnapshot, { photo, version = 1 }: Entry) =>
    keys.sign({
      application_id: snapshot.application_id,
      version,
      exam_type: snapshot.exam_type,
      exam_regular: snapshot.exam_regular,
      day: indianDay(snapshot.submitted_at),
      centre: centreCode(centre.name),
      name_hash: nameHash(snapshot.application_id, snapshot.name),
      photo_hash: photoHash(photo),
    });

  return {
    applications,
    paid,
    /** A paid application whose ticket is made. */
    async ticketed(entry: Entry = {}): Promise<{ id: string; token: string; pdf: Buffer }> {
      const wanted = await paid(entry);
      const { application_id, edition } = wanted;
      const { photo } = entry;
      const token = await tokenFor(edition.snapshot, entry);
      const code = qrPath(verifyAddress(urls.shell, token));
      const pdf = entry.pdf ?? (await press.print({ ...ticketContent(wanted, facts), photo, code }));
      const { version } = edition;
      await db.transaction(() => tickets.issue({ application_id, version, token, photo, pdf }));
      return { id: application_id, token, pdf };
    },
    async close() {
      await press.close();
      await home.remove();
      await db.close();
    },
  };
}

export type Books = Awaited<ReturnType<typeof keepBooks>>;
