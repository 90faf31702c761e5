import '../../expose/app.tsx';
import { PortalFrame } from '@archaka/platform/testing';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import VisitorData from './visitor-data.tsx';

let responses: Record<string, () => Response>;
const requests: { call: string; body: Record<string, unknown> }[] = [];
beforeEach(() => {
  requests.length = 0;
  responses = {
    requestnumberundo: () => Response.json({ status: 200 }),
    undonumberchange: () => Response.json({ status: 200 }),
  };
  globalThis.fetch = async (address, init) => {
    const call = String(address).split('/').at(-1) ?? '';
    requests.push({ call, body: JSON.parse(String(init?.body ?? '{}')) });
    return responses[call]?.() ?? Response.json({}, { status: 404 });
  };
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(cleanup);

function openForm() {
  render(
    <PortalFrame>
      <VisitorData />
    </PortalFrame>,
  );
  const section = within(screen.getByRole('region', { name: /My number was changed/ }));
  const send = (name: RegExp) => userEvent.click(section.getByRole('button', { name }));
  return { section, send };
}

test("undoes a stranger's change of the number with the OTP of the earlier number", async () => {
  const { section, send } = openForm();
  await userEvent.type(section.getByRole('textbox', { name: /before the change/ }), '9848012345');
  await send(/Send the one-time password/);
  await userEvent.type(await section.findByRole('textbox', { name: /One-time password/ }), '1234');
  await send(/Undo the change/);
  expect(await section.findByText(/మీ పాత నంబరుతో లాగిన్/)).toBeTruthy();
  expect(requests).toMatchObject([
    { call: 'requestnumberundo', body: { number: '9848012345' } },
    { call: 'undonumberchange', body: { number: '9848012345', otp: '1234' } },
  ]);
  expect(section.queryByRole('button')).toBeNull();
});

test('shows at the box that the number has no change to undo, or that the OTP was wrong', async () => {
  responses.requestnumberundo = () =>
    Response.json({ status: 420, message: 'This mobile Number Not registered' });
  responses.undonumberchange = () => Response.json({ status: 420, message: 'Enter the valid Otp' });
  const { section, send } = openForm();
  const number = section.getByRole('textbox', { name: /before the change/ });
  await userEvent.type(number, '9848012345{Enter}');
  await waitFor(() => expect(number.getAttribute('aria-invalid')).toBe('true'));
  responses.requestnumberundo = () => Response.json({ status: 200 });
  await send(/Send the one-time password/);
  const otp = await section.findByRole('textbox', { name: /One-time password/ });
  await userEvent.type(otp, '1234{Enter}');
  await waitFor(() => expect(otp.getAttribute('aria-invalid')).toBe('true'));
});

test('requests one more OTP automatically when the right one was not enough', async () => {
  responses.undonumberchange = () =>
    Response.json({ status: 428, code: 'another-password' }, { status: 428 });
  const { section, send } = openForm();
  await userEvent.type(section.getByRole('textbox', { name: /before the change/ }), '9848012345');
  await send(/Send the one-time password/);
  await userEvent.type(await section.findByRole('textbox', { name: /One-time password/ }), '1234');
  await send(/Undo the change/);
  expect(await section.findByText(/అదే నంబరుకు మరో OTP పంపాం/)).toBeTruthy();
  expect(requests.map(({ call }) => call)).toEqual([
    'requestnumberundo',
    'undonumberchange',
    'requestnumberundo',
  ]);
});
