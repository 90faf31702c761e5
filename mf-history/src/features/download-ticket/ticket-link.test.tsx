import { sendNotice } from '@archaka/platform';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { fakePortal } from '../../testing/fake-portal.ts';
import { closePage, openPage } from '../../testing/open-page.tsx';
import { paid, unpaid } from '../../testing/records.ts';
import { TicketLink } from './ticket-link.tsx';

const address = `tickets/${paid.application_id}`;
const saved = jest.fn<(name: string) => void>();

beforeEach(() => {
  URL.createObjectURL = () => 'blob:ticket';
  URL.revokeObjectURL = () => undefined;
  // jsdom cannot download: what the browser would be handed is noted here.
  HTMLAnchorElement.prototype.click = function click() {
    if (this.href.startsWith('blob:')) saved(this.download);
  };
});
afterEach(() => {
  closePage();
  saved.mockReset();
});

const link = () => screen.findByRole('link', { name: /Hall ticket$/ });
const notYet = () => new Response('{}', { status: 202, headers: { 'retry-after': '1' } });

test('when the fee has not arrived, then it is said that the ticket comes after payment', async () => {
  fakePortal();
  const page = openPage(<TicketLink application={unpaid} />);
  await page.reads(/After payment/);
  expect(screen.queryByRole('link')).toBeNull();
});

test('when the ticket is there, then it is saved under the application id', async () => {
  fakePortal({ [address]: () => new Response('%PDF-1.7') });
  const page = openPage(<TicketLink application={paid} />);
  await page.person.click(await link());
  await page.reads(/డౌన్‌లోడ్ అయింది/);
  expect(saved.mock.calls).toEqual([['ARC24-0123ABCD.pdf']]);
});

test('when the download fails, then that is said, and a second press succeeds', async () => {
  let isUp = false;
  fakePortal({ [address]: () => new Response('%PDF-1.7', { status: isUp ? 200 : 503 }) });
  const page = openPage(<TicketLink application={paid} />);
  await page.person.click(await link());
  await page.reads(/డౌన్‌లోడ్ కాలేదు/);
  expect(saved).not.toHaveBeenCalled();
  isUp = true;
  await page.person.click(await link());
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
});

test('when the application was changed, then the ticket is said to be made anew until it is there', async () => {
  let isMade = false;
  fakePortal({ [address]: () => (isMade ? new Response(null) : notYet()) });
  const page = openPage(<TicketLink application={{ ...paid, version: 2 }} />);
  await page.reads(/being made anew/);
  expect(screen.queryByRole('link')).toBeNull();
  isMade = true;
  act(() => sendNotice('ticket-changed', { application_id: paid.application_id }));
  await link();
});

test('when it is not there any more at the press, because of a change elsewhere, then nothing is saved', async () => {
  fakePortal({ [address]: notYet });
  const page = openPage(<TicketLink application={paid} />);
  await page.person.click(await link());
  await page.reads(/being made anew/);
  expect(saved).not.toHaveBeenCalled();
});
