import '../app.tsx';
import { portalStore } from '@archaka/platform/shell';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Registry, SliceRelease } from './registry.ts';
import type { SliceRuntime } from './runtime.ts';
import { Slice, SliceLoaderContext } from './slice.tsx';
import { SliceLoader } from './slice-loader.ts';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

const release = (version: string): SliceRelease => ({
  version,
  entry: `/slices/mf-history/${version}/mf-manifest.json`,
  manifest: { metaData: { remoteEntry: { name: 'remoteEntry.js' } }, exposes: [] },
  integrity: {},
});

/** The page contains `first`; a later request of `/slices.json` returns `later`. */
function stubRegistries(first: Registry, refreshed: Registry): void {
  const script = document.createElement('script');
  script.id = 'slices';
  script.type = 'application/json';
  script.textContent = JSON.stringify({ slices: first });
  document.body.append(script);
  globalThis.fetch = async () => Response.json({ slices: refreshed });
}

const networkError = Object.assign(new Error('RUNTIME-008 ScriptNetworkError'), { name: 'Error' });
const History = () => <p>the history</p>;
const Broken = () => {
  throw new Error('broken');
};
const Nothing = () => null;
const Typed = () => <input aria-label="typed" />;
const exposedModule = { History, PaymentStatus: Nothing };

type Runtime = Pick<SliceRuntime, 'load' | 'prefetch'>;

/** Loads the next item of the list: a module, or an error to throw. */
function createFakeRuntime(...results: unknown[]) {
  const load = jest.fn(async (_name: string, _release: SliceRelease) => {
    const next = results.shift();
    if (next instanceof Error) throw next;
    return next;
  });
  const prefetch = jest.fn((_release: SliceRelease) => undefined);
  return { load, prefetch } satisfies Runtime;
}

function renderSlices(runtime: Runtime) {
  const loader = new SliceLoader(runtime);
  render(
    <SliceLoaderContext value={loader}>
      <p>the rest</p>
      <Slice name="mf-history">{({ History: Shown }) => <Shown UpdateApplication={Nothing} />}</Slice>
      <Slice name="mf-history">{({ PaymentStatus }) => <PaymentStatus />}</Slice>
    </SliceLoaderContext>,
  );
  return loader;
}

const retry = async () => {
  const [button] = await screen.findAllByRole('button', { name: /Try again/ });
  await userEvent.click(button as HTMLElement);
};

const first = { 'mf-history': release('1') };

test('loads a slice once for all its places', async () => {
  stubRegistries(first, first);
  const runtime = createFakeRuntime(exposedModule);
  renderSlices(runtime);
  expect(await screen.findByText('the history')).toBeTruthy();
  expect(runtime.load).toHaveBeenCalledTimes(1);
});

test('retains the rest of the page when a slice is unreachable, and Retry loads it', async () => {
  stubRegistries(first, first);
  renderSlices(createFakeRuntime(networkError, exposedModule));
  await screen.findAllByText('This part could not be loaded');
  expect(screen.getByText('the rest')).toBeTruthy();
  await retry();
  expect(await screen.findByText('the history')).toBeTruthy();
});

test('reads the registry again at Retry when a slice is missing in it', async () => {
  stubRegistries({}, first);
  renderSlices(createFakeRuntime(exposedModule));
  await retry();
  expect(await screen.findByText('the history')).toBeTruthy();
});

test('retries only a new version of a slice that throws', async () => {
  stubRegistries(first, first);
  const runtime = createFakeRuntime(new Error('Version 19.2 does not satisfy ^19.3'), exposedModule);
  renderSlices(runtime);
  await retry();
  await screen.findAllByText('This part could not be loaded');
  expect(runtime.load).toHaveBeenCalledTimes(1);
  globalThis.fetch = async () => Response.json({ slices: { 'mf-history': release('2') } });
  await retry();
  expect(await screen.findByText('the history')).toBeTruthy();
  expect(runtime.load.mock.lastCall?.[1].version).toBe('2');
});

test('uses the known registry at Retry when it is unreachable', async () => {
  stubRegistries(first, first);
  globalThis.fetch = async () => {
    throw new TypeError('Failed to fetch');
  };
  renderSlices(createFakeRuntime(networkError, exposedModule));
  await retry();
  expect(await screen.findByText('the history')).toBeTruthy();
});

test.each([
  ['throws while it is shown', { History: Broken, PaymentStatus: Nothing }],
  ['has a door that lacks a part', {}],
])('shows the error in place when a slice %s, and Retry may load it', async (_how, broken) => {
  const consoleError = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  stubRegistries(first, first);
  renderSlices(createFakeRuntime(broken, exposedModule));
  await screen.findAllByText('This part could not be loaded');
  expect(screen.getByText('the rest')).toBeTruthy();
  await retry();
  expect(await screen.findByText('the history')).toBeTruthy();
  consoleError.mockRestore();
});

describe('by itself', () => {
  const beacon = jest.fn((_address: string, _body: Blob) => true);
  beforeEach(() => {
    jest.useFakeTimers();
    Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: beacon.mockClear() });
  });
  afterEach(() => jest.useRealTimers());
  const advance = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

  test('reloads an unreachable slice, with shared attempts of its places and a polite announcement', async () => {
    stubRegistries(first, first);
    const runtime = createFakeRuntime(networkError, networkError, exposedModule);
    renderSlices(runtime);
    await advance(0);
    const button = screen.getAllByRole('button', { name: /Try again/ })[0] as HTMLElement;
    await advance(2600);
    expect(runtime.load).toHaveBeenCalledTimes(2);
    expect(button.isConnected).toBe(true);
    await advance(6000);
    expect(screen.getByText('the history')).toBeTruthy();
    expect(runtime.load).toHaveBeenCalledTimes(3);
    expect(portalStore.getState().messages.toasts.at(-1)?.tone).toBe('success');
    await advance(600_000);
    expect(runtime.load).toHaveBeenCalledTimes(3);
  });

  test('retries one that throws only in a new version, and retains input in a place that works', async () => {
    const consoleError = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    stubRegistries(first, first);
    const runtime = createFakeRuntime(
      { History: Broken, PaymentStatus: Typed },
      { History, PaymentStatus: Typed },
    );
    renderSlices(runtime);
    await advance(0);
    const typed = screen.getByLabelText('typed');
    await advance(60_000);
    expect(runtime.load).toHaveBeenCalledTimes(1);
    expect(typed.isConnected).toBe(true);
    globalThis.fetch = async () => Response.json({ slices: { 'mf-history': release('2') } });
    await advance(75_000);
    expect(screen.getByText('the history')).toBeTruthy();
    expect(typed.isConnected).toBe(true);
    consoleError.mockRestore();
  });

  test("reports a failure to the server once, with slice and version, without the error's text", async () => {
    stubRegistries(first, first);
    renderSlices(createFakeRuntime(new RangeError('9876543210 does not fit')));
    await advance(300_000);
    expect(beacon).toHaveBeenCalledTimes(1);
    const [address, body] = beacon.mock.calls[0] ?? [];
    expect(address).toBe('/slices/faults');
    expect(body?.type).toBe('application/json');
    expect(body?.size).toBe(
      JSON.stringify({ slice: 'mf-history', version: '1', kind: 'unusable', error: 'RangeError' }).length,
    );
  });
});

test('loads what nobody sees yet, and prefetches the other slices, when the page is idle', async () => {
  stubRegistries({ ...first, 'mf-auth': release('a'), 'mf-application': release('b') }, first);
  const runtime = createFakeRuntime(exposedModule, exposedModule);
  const loader = renderSlices(runtime);
  await screen.findByText('the history');
  loader.loadWhenIdle('mf-application');
  expect(runtime.load).toHaveBeenCalledTimes(1);
  loader.loadOthers();
  expect(runtime.load.mock.lastCall?.[0]).toBe('mf-application');
  expect(runtime.prefetch.mock.calls.map(([{ version }]) => version)).toEqual(['a']);
});
