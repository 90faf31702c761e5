import { Button, Dialog } from '@archaka/platform/core';
import { portalStore } from '@archaka/platform/shell';
import { PortalFrame } from '@archaka/platform/testing';
import { afterEach, expect, jest, test } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLazyDialog } from './use-lazy-dialog.ts';

const title = { te: 'నమోదు', en: 'Sign-Up' };
const module = {
  SignUp: ({ onClose }: { onClose: () => void }) => (
    <Dialog open title={title} onClose={onClose}>
      the form
    </Dialog>
  ),
};

function Page({ load }: { load: () => Promise<typeof module> }) {
  const dialog = useLazyDialog(load);
  return (
    <>
      <Button word={title} {...dialog.opener} />
      {dialog.opened && <dialog.opened.SignUp onClose={dialog.close} />}
    </>
  );
}

const renderPage = (load: () => Promise<typeof module>) =>
  render(
    <PortalFrame>
      <Page load={load} />
    </PortalFrame>,
  );
const clickOpener = () => userEvent.click(screen.getByRole('button', { name: /Sign-Up/ }));
const isBusy = () => portalStore.getState().busy.calls > 0;

afterEach(cleanup);

test('opens the dialog once its code is loaded after an early press, with the page busy meanwhile', async () => {
  let finishLoading: (loaded: typeof module) => void = () => undefined;
  const loading = new Promise<typeof module>((resolve) => {
    finishLoading = resolve;
  });
  renderPage(() => loading);
  await clickOpener();
  expect(isBusy()).toBe(true);
  expect(screen.queryByRole('dialog')).toBeNull();

  finishLoading(module);

  expect(await screen.findByText('the form')).toBeTruthy();
  expect(isBusy()).toBe(false);
});

test('reports code that cannot be loaded, and retries at the next press', async () => {
  const load = jest.fn<() => Promise<typeof module>>();
  load.mockRejectedValue(new Error('Loading chunk 7 failed'));
  renderPage(load);
  await clickOpener();
  await waitFor(() => expect(portalStore.getState().messages.alert?.title).toBe('Oops...'));
  expect(isBusy()).toBe(false);

  load.mockResolvedValue(module);
  await clickOpener();

  expect(await screen.findByText('the form')).toBeTruthy();
});

test('preloads the code when the button is touched', async () => {
  const load = jest.fn(async () => module);
  renderPage(load);
  await userEvent.hover(screen.getByRole('button', { name: /Sign-Up/ }));
  expect(load).toHaveBeenCalled();
  expect(screen.queryByRole('dialog')).toBeNull();
});
