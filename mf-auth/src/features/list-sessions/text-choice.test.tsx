import './catalogs.ts';
import { PortalFrame } from '@archaka/platform/testing';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TextChoice } from './text-choice.tsx';

let stored: boolean;
let isDown: boolean;

beforeEach(() => {
  stored = true;
  isDown = false;
  globalThis.fetch = async (address, init) => {
    const call = String(address).split('/').at(-1);
    if (call === 'getmessagesettings')
      return Response.json({ status: 200, data: [{ application_texts: stored }] });
    if (isDown) return Response.json({ status: 503, code: 'part-down', title: 'Down' }, { status: 503 });
    stored = JSON.parse(String(init?.body)).application_texts;
    return Response.json({ status: 200 });
  };
});
afterEach(cleanup);

async function renderChoice() {
  render(
    <PortalFrame>
      <TextChoice />
    </PortalFrame>,
  );
  return screen.findByRole('checkbox', { name: /నా దరఖాస్తు గురించి SMS/ });
}

test('turns messages off and on at once, and confirms it', async () => {
  const box = (await renderChoice()) as HTMLInputElement;
  expect(box.checked).toBe(true);
  await userEvent.click(box);
  await waitFor(() => expect(box.checked).toBe(false));
  expect(stored).toBe(false);
  await waitFor(() =>
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContainEqual(
      expect.stringContaining('మీ ఎంపికను భద్రపరిచాం'),
    ),
  );
  await userEvent.click(box);
  await waitFor(() => expect(box.checked).toBe(true));
  expect(stored).toBe(true);
});

test('shows the previous choice when the new one could not be stored', async () => {
  const box = (await renderChoice()) as HTMLInputElement;
  isDown = true;
  await userEvent.click(box);
  await waitFor(() => expect(box.getAttribute('aria-disabled')).toBe('false'));
  expect(box.checked).toBe(true);
  expect(screen.queryByText(/మీ ఎంపికను భద్రపరిచాం/)).toBeNull();
});
