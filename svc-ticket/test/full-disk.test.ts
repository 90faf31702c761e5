import { ticketIssued } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { anApplication } from './support/applications.ts';
import { type SmallDisk, smallDisk } from './support/small-disk.ts';
import { openTicketing, PHOTO, type Ticketing } from './support/ticketing.ts';

const disk: SmallDisk | undefined = smallDisk();
/** Only root may mount a disk. */
const where = disk ? test : test.skip;

let ticketing: Ticketing;
beforeAll(async () => {
  ticketing = await openTicketing({ TICKETS_PER_BROWSER: '1', ...(disk && { TMPDIR: disk.path }) });
});
afterAll(async () => {
  await ticketing.close();
  disk?.remove();
});

where(
  'when the disk is full, then it is raised and no ticket is lost, and each is made once there is room',
  async () => {
    const { documents, broker, service } = ticketing;
    const failures = () => service().logs().split('no browser starts').length - 1;
    disk?.fill();
    const last = anApplication(ticketing);
    await last.submit();
    await last.pay();
    await last.ticket();
    await eventually(() => failures() > 0);
    await eventually(() => disk?.isUsed() === false && disk.fill() === 0);

    const waiting = anApplication(ticketing);
    const before = documents.asked(PHOTO);
    await waiting.submit();
    await waiting.pay();
    await eventually(() => documents.asked(PHOTO) > before + 1);
    expect((await waiting.ask()).status).toBe(202);
    disk?.free();
    await waiting.ticket();
    await eventually(() => broker.heard(ticketIssued, waiting.id).length > 0);
    expect([last, waiting].map(({ id }) => broker.heard(ticketIssued, id).length)).toEqual([1, 1]);
  },
);
