import type { PublicExamination } from '@archaka/contracts/calls';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { forgetExamination, PortalFrame } from '../testing/portal-frame.tsx';
import { primeExamination, useExamination } from './examination.ts';

const examination = { name: 'Archaka examinations 2031', name_te: 'అర్చక పరీక్షలు' } as PublicExamination;
const request = jest.fn<(address: string) => void>();
let respond: () => Response;

beforeEach(() => {
  jest.useFakeTimers();
  forgetExamination();
  request.mockReset();
  globalThis.fetch = async (address) => {
    request(String(address));
    return respond();
  };
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

function Place() {
  const { examination: shown, failed, retry } = useExamination();
  return (
    <>
      <p>{shown?.name ?? (failed ? 'failed' : 'unknown')}</p>
      <button type="button" onClick={retry}>
        retry
      </button>
    </>
  );
}

/** Two components of a page that show it. */
async function openPage(): Promise<void> {
  render(
    <PortalFrame>
      <Place />
      <Place />
    </PortalFrame>,
  );
  await act(() => jest.advanceTimersByTimeAsync(0));
}
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const read = () => Response.json({ status: 200, data: [examination] });

test('uses the examination in the page without a request', async () => {
  primeExamination(examination);
  await openPage();
  expect(screen.getAllByText(examination.name)).toHaveLength(2);
  expect(request).not.toHaveBeenCalled();
});

test('asks again when the page is shown after five minutes, and shows what has changed', async () => {
  primeExamination(examination);
  await openPage();
  respond = () => Response.json({ status: 200, data: [{ ...examination, name: 'Changed' }] });
  const show = () => document.dispatchEvent(new Event('visibilitychange'));
  await pass(299_000);
  show();
  await pass(2000);
  expect(request).not.toHaveBeenCalled();
  for (let times = 0; times < 2; times += 1) show();
  await pass(0);
  expect(screen.getAllByText('Changed')).toHaveLength(2);
  expect(request).toHaveBeenCalledTimes(1);
});

test('fetches it once for every place of the page', async () => {
  respond = read;
  await openPage();
  expect(screen.getAllByText(examination.name)).toHaveLength(2);
  expect(request.mock.calls).toEqual([['/api/dashboard/getexamination']]);
});

test('retries automatically while svc-application is down', async () => {
  respond = () => Response.json({}, { status: 503 });
  await openPage();
  expect(screen.getAllByText('failed')).toHaveLength(2);
  await pass(3000);
  expect(request.mock.calls.length).toBeGreaterThan(1);

  respond = read;
  await pass(20_000);

  expect(screen.getAllByText(examination.name)).toHaveLength(2);
  request.mockClear();
  await pass(120_000);
  expect(request).not.toHaveBeenCalled();
});

test('retries at once on a press', async () => {
  respond = () => Response.json({}, { status: 503 });
  await openPage();
  respond = read;
  act(() => screen.getAllByRole('button')[0]?.click());
  await pass(0);
  expect(screen.getAllByText(examination.name)).toHaveLength(2);
});
