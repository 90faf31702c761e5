import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Portal, waitForTicket } from '@archaka/test-kit';
import { goToTicket, TICKET_MS } from '../applicants/go-to-ticket.ts';
import type { JourneyContext, Walker } from '../applicants/journey.ts';
import { createTrafficMeter } from '../applicants/traffic-meter.ts';
import { runPortalCommand } from '../portal-command.ts';
import type { SmsProvider } from './sms-provider.ts';

export const NEW_ADDRESS = '77 Koneru Lane';

/** Reads one-time passwords from the fake provider, as in production. */
export function createContext(portal: Portal, sms: SmsProvider): Omit<JourneyContext, 'documents'> {
  const meter = createTrafficMeter();
  const fetchWithOtp: typeof meter.fetch = async (url, init) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname !== '/dev/inbox') return meter.fetch(url, init);
    return Response.json([{ otp: sms.findOtp(searchParams.get('number') ?? '') }]);
  };
  return { portal, meter: { ...meter, fetch: fetchWithOtp } };
}

/** Changes the address after the payment, which causes another ticket. */
async function editApplication({ session, draft: { application_id } }: Walker): Promise<void> {
  const [form] = (await session.call('getapplicationform', { application_id })).body.data;
  const edited = { ...form, save_id: 2, postal_address: NEW_ADDRESS };
  const { http, body } = await session.call('upadteapplication', edited);
  if (body.status !== 200) throw new Error(`an edit responded ${http}: ${JSON.stringify(body)}`);
  await waitForTicket(session, String(application_id), TICKET_MS);
}

export async function goWholeWay(walker: Walker, context: JourneyContext): Promise<void> {
  await goToTicket(walker, context);
  await editApplication(walker);
}

/** Backup and hall pack contain the data, too. */
export async function runCommands(portal: Portal): Promise<void> {
  const out = await mkdtemp(join(tmpdir(), 'hall-pack-'));
  try {
    await runPortalCommand(portal, 'hall-pack', ['--centre', 'Anakapalli', '--out', join(out, 'pack')]);
    await runPortalCommand(portal, 'backup', [join(portal.dataDir, 'backup')]);
  } finally {
    await rm(out, { recursive: true });
  }
}
