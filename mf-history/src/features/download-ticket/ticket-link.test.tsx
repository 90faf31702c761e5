import { sendNotice } from '@archaka/platform';
import { afterEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { examination, fakePortal } from '../../testing/fake-portal.ts';
import { closePage, noteDownloads, openPage } from '../../testing/open-page.tsx';
import { paidApplication, unpaidApplication } from '../../testing/records.ts';
import { TicketLink } from './ticket-link.tsx';

const address = `tickets/${paidApplication.application_id}`;
const saveSpy = noteDownloads();
afterEach(() => {
  jest.useRealTimers();
  closePage();
});

const findTicketLink = () => screen.findByRole('link', { name: /Hall ticket$/ });
const pendingResponse = () => new Response('{}', { status: 202, headers: { 'retry-after': '1' } });

test('says before the payment that the ticket follows it', async () => {
  fakePortal();
  const page = openPage(<TicketLink application={unpaidApplication} />);
  await page.findText(/After payment/);
  expect(screen.queryByRole('link')).toBeNull();
});

test('saves the ticket under the application id', async () => {
  fakePortal({ [address]: () => new Response('%PDF-1.7') });
  const page = openPage(<TicketLink application={paidApplication} />);
  await page.person.click(await findTicketLink());
  await page.findText(/డౌన్‌లోడ్ అయింది/);
  expect(saveSpy.mock.calls).toEqual([['ARC24-0123ABCD.pdf']]);
});

test('reports a failed download, and a second press succeeds', async () => {
  let isUp = false;
  fakePortal({ [address]: () => new Response('%PDF-1.7', { status: isUp ? 200 : 503 }) });
  const page = openPage(<TicketLink application={paidApplication} />);
  await page.person.click(await findTicketLink());
  await page.findText(/డౌన్‌లోడ్ కాలేదు.*భద్రంగా/);
  const [technical = ''] = examination.contacts.technical;
  await screen.findByRole('link', { name: technical });
  expect(saveSpy).not.toHaveBeenCalled();
  isUp = true;
  await page.person.click(await findTicketLink());
  await waitFor(() => expect(saveSpy).toHaveBeenCalledTimes(1));
});

test("says that a changed application's ticket is being made until it is ready", async () => {
  let isMade = false;
  fakePortal({ [address]: () => (isMade ? new Response(null) : pendingResponse()) });
  const page = openPage(<TicketLink application={{ ...paidApplication, version: 2 }} />);
  await page.findText(/being made anew/);
  expect(screen.queryByRole('link')).toBeNull();
  isMade = true;
  act(() => sendNotice('ticket-changed', { application_id: paidApplication.application_id }));
  await findTicketLink();
});

test('polls a ticket more rarely the longer it takes, and at once when the notices resume', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] });
  const poll = jest.fn(pendingResponse);
  fakePortal({ [address]: () => poll() });
  openPage(<TicketLink application={{ ...paidApplication, version: 2 }} />);
  const countPolls = async (minutes: number) => {
    poll.mockClear();
    await act(() => jest.advanceTimersByTimeAsync(minutes * 60_000));
    return poll.mock.calls.length;
  };

  expect(await countPolls(1)).toBeGreaterThanOrEqual(6);
  expect(await countPolls(9)).toBeLessThanOrEqual(15);
  expect(await countPolls(10)).toBe(10);
  poll.mockClear();
  await act(async () => sendNotice('updates-connected', undefined));
  expect(poll).toHaveBeenCalledTimes(1);
});

test('saves nothing when the ticket was withdrawn before the press', async () => {
  fakePortal({ [address]: pendingResponse });
  const page = openPage(<TicketLink application={paidApplication} />);
  await page.person.click(await findTicketLink());
  await page.findText(/being made anew/);
  expect(saveSpy).not.toHaveBeenCalled();
});
