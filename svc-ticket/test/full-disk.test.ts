import { ticketIssued } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildPaidApplication } from './support/applications.ts';
import { mountSmallDisk } from './support/small-disk.ts';
import { openTicketEnvironment, type TicketEnvironment, toPhotoId } from './support/ticket-environment.ts';

const disk = mountSmallDisk();
/** Only root may mount a disk. */
const testOnDisk = disk ? test : test.skip;

let environment: TicketEnvironment;
beforeAll(async () => {
  environment = await openTicketEnvironment(disk && { TMPDIR: disk.path });
});
afterAll(async () => {
  await environment.close();
  disk?.remove();
});

testOnDisk(
  'when the disk is full, then it is raised and no ticket is lost, and each is made once there is room',
  async () => {
    const { documents, broker, service } = environment;
    const failures = () => service().logs().split('starting a browser failed').length - 1;
    const firstTicket = await buildPaidApplication(environment);
    await firstTicket.waitForTicket();
    const before = failures();
    // Again until no browser starts: an ended one may free its memory after the disk was filled.
    await eventually(async () => {
      if (failures() === before) await disk?.fillWithoutBrowsers(service().pid);
      return failures() > before;
    });

    const waitingTicket = await buildPaidApplication(environment);
    await eventually(() => documents.countRequests(toPhotoId(waitingTicket.id)) > 0);
    expect((await waitingTicket.fetchTicket()).status).toBe(202);
    disk?.free();
    await waitingTicket.waitForTicket();
    await eventually(() => broker.eventsOfType(ticketIssued, waitingTicket.id).length > 0);
    expect(
      [firstTicket, waitingTicket].map(({ id }) => broker.eventsOfType(ticketIssued, id).length),
    ).toEqual([1, 1]);
  },
);
