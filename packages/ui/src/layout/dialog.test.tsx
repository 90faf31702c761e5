import { expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { words } from '../i18n/words.ts';
import { Dialog } from './dialog.tsx';

test('calls its owner when it is closed by its button, by Escape or beside it', async () => {
  const onClose = jest.fn();
  render(
    <Dialog open onClose={onClose} title={words.signUp}>
      <p>inside</p>
    </Dialog>,
  );
  const dialog = screen.getByRole('dialog', { name: /Sign-Up/ });
  await userEvent.click(screen.getByRole('button', { name: /Close/ }));
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  fireEvent.click(dialog);
  expect(onClose).toHaveBeenCalledTimes(3);
  fireEvent.click(screen.getByText('inside'));
  expect(onClose).toHaveBeenCalledTimes(3);
});

test('has the focus on its first field, or on its heading without one', () => {
  const renderDialog = (children: ReactNode) =>
    render(
      <Dialog open onClose={() => undefined} title={words.signUp}>
        {children}
      </Dialog>,
    );
  const { unmount } = renderDialog(
    <>
      <button type="button">other</button>
      <input type="hidden" />
      <input aria-label="first" />
      <input aria-label="second" />
    </>,
  );
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'first' }));
  unmount();
  renderDialog(<button type="button">other</button>);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: /Sign-Up/ }));
});

test('closes before it is removed, so that the browser restores the focus', () => {
  const closeSpy = jest.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function (
    this: HTMLElement,
  ) {
    expect(this.isConnected).toBe(true);
  });
  const renderDialog = (open: boolean) => (
    <Dialog open={open} onClose={() => undefined} title={words.signUp}>
      <p>inside</p>
    </Dialog>
  );
  const { rerender } = render(renderDialog(true));
  rerender(renderDialog(false));
  expect(closeSpy).toHaveBeenCalled();
  closeSpy.mockRestore();
});
