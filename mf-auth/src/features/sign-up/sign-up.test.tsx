import '../../expose/app.tsx';
import { forgetExamination, PortalFrame } from '@archaka/platform/testing';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SignUp } from './sign-up.tsx';

const notice = {
  version: 1,
  summary: 'How we use your details',
  summary_te: 'మీ వివరాలు ఎలా వాడతాం',
  agreement_te: 'నొక్కితే అంగీకరిస్తారు: సవరణ',
  parts: {},
};
const examination = { privacy_notice: notice, contacts: { office: '0866-2400000', technical: [] } };
const newerNotice = { ...notice, version: notice.version + 1, summary_te: 'కొత్త నోటీసు' };
const person = ['Sita', 'sita@example.in', '9848099999', '1 Street', 'Temple', 'Tank', 'Tirupati', '517501'];

let respond: () => Response;
const bodies: Record<string, unknown>[] = [];
const onDone = jest.fn();

beforeEach(() => {
  bodies.length = 0;
  onDone.mockReset();
  respond = () => Response.json({ status: 200 });
  globalThis.fetch = async (address, init) => {
    if (String(address).endsWith('getexamination'))
      return Response.json({ status: 200, data: [examination] });
    bodies.push(JSON.parse(String(init?.body)));
    return respond();
  };
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  forgetExamination();
});

async function openSignUp() {
  const user = userEvent.setup({ delay: null });
  render(
    <PortalFrame>
      <SignUp number="" onClose={() => undefined} onDone={onDone} />
    </PortalFrame>,
  );
  const dialog = within(screen.getByRole('dialog'));
  await dialog.findByText(notice.summary_te);
  const send = () => user.click(dialog.getByRole('button', { name: /Sign-Up/ }));
  return { user, dialog, send };
}

async function fillIn({ user, dialog }: Awaited<ReturnType<typeof openSignUp>>): Promise<void> {
  const boxes = dialog.getAllByRole('textbox');
  for (const [at, text] of person.entries()) await user.type(boxes[at] as HTMLElement, text);
}

test('shows the notice before the first field, and the press agrees to it', async () => {
  const form = await openSignUp();
  const [name] = form.dialog.getAllByRole('textbox');
  const summary = form.dialog.getByText(notice.summary_te);
  expect(summary.compareDocumentPosition(name as Node) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  const button = form.dialog.getByRole('button', { name: /Sign-Up/ });
  const hint = document.getElementById(button.getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent).toBe(`${notice.agreement_te} ${notice.version}`);

  await fillIn(form);
  await form.send();
  expect(bodies).toEqual([
    expect.objectContaining({ notice_version: notice.version, notice_language: 'te' }),
  ]);
  expect(onDone).toHaveBeenCalledWith('9848099999');
});

test('shows a changed notice, retains what is typed, and the next press agrees to it', async () => {
  const changed = { code: 'notice-changed', title: 'Changed.', privacy_notice: newerNotice };
  respond = () => Response.json(changed, { status: 409 });
  const form = await openSignUp();
  await fillIn(form);
  await form.send();

  const summary = await form.dialog.findByText(newerNotice.summary_te);
  expect(document.activeElement?.contains(summary)).toBe(true);
  expect(form.dialog.queryByText(/మీ నమోదు ఇంకా కాలేదు/)).toBeNull();
  const boxes = form.dialog.getAllByRole<HTMLInputElement>('textbox');
  expect(boxes.map(({ value }) => value)).toEqual(person);
  expect(onDone).not.toHaveBeenCalled();

  respond = () => Response.json({ status: 200 });
  await form.send();
  expect(bodies[1]).toMatchObject({ name: 'Sita', notice_version: newerNotice.version });
  expect(onDone).toHaveBeenCalled();
});

test.each([
  [420, 'Mobile Number Already Exists', 2],
  [421, 'Email Already Exists', 1],
])('shows the message of a %s at its box until the value changes [S-8.5]', async (status, message, box) => {
  respond = () => Response.json({ status, message });
  const form = await openSignUp();
  await fillIn(form);
  const rejected = form.dialog.getAllByRole('textbox')[box] as HTMLElement;
  const readDescription = () =>
    (rejected.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join();

  await form.user.click(rejected);
  await form.user.keyboard('{Enter}');
  await waitFor(() => expect(readDescription()).toContain(message));
  for (const where of [rejected, form.dialog.getAllByRole('textbox')[0] as HTMLElement]) {
    await form.user.click(where);
    await form.user.tab();
  }
  expect(readDescription()).toContain(message);

  await form.user.type(rejected, '{Backspace}1');
  await form.user.tab();
  await waitFor(() => expect(readDescription()).not.toContain(message));
  respond = () => Response.json({ status: 200 });
  await form.send();
  await waitFor(() => expect(onDone).toHaveBeenCalled());
});

test('sends a rejected value again at the next press, and shows its message beside a failed check', async () => {
  const message = 'Email Already Exists';
  respond = () => Response.json({ status: 421, message });
  const form = await openSignUp();
  await fillIn(form);
  await form.send();
  await form.send();
  await waitFor(() => expect(bodies).toHaveLength(2));

  const [name] = form.dialog.getAllByRole('textbox');
  await form.user.clear(name as HTMLElement);
  await form.send();
  const summary = await form.dialog.findByRole('alert');
  await waitFor(() => expect(within(summary).getAllByRole('link')).toHaveLength(2));
  expect(summary.textContent).toContain(message);
  expect(bodies).toHaveLength(2);
});
