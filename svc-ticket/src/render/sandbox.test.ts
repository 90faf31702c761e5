import type { Log } from '@archaka/service-kit';
import { expect, test } from '@jest/globals';
import { chooseChromium } from './sandbox.ts';

const settings = { CHROMIUM_PATH: '/opt/chromium', CHROMIUM_SANDBOX: 'on', NODE_ENV: 'development' } as const;

/** The chosen mode, and the reasons that the log states. */
function choose(overrides: Partial<Parameters<typeof chooseChromium>[0]>, asRoot: boolean) {
  const reasons: string[] = [];
  const log = { warn: ({ reason }: { reason: string }) => reasons.push(reason) } as unknown as Log;
  const { sandboxed } = chooseChromium({ ...settings, ...overrides }, log, asRoot);
  return { sandboxed, reasons };
}

test("uses Chromium's sandbox by default", () => {
  expect(choose({}, false)).toEqual({ sandboxed: true, reasons: [] });
  expect(choose({ NODE_ENV: 'production' }, false)).toEqual({ sandboxed: true, reasons: [] });
});

test('disables the sandbox for root or on request, and logs the reason', () => {
  expect(choose({}, true)).toEqual({
    sandboxed: false,
    reasons: ['Chromium cannot use its sandbox as root'],
  });
  const off = { sandboxed: false, reasons: ['CHROMIUM_SANDBOX is off'] };
  expect(choose({ CHROMIUM_SANDBOX: 'off' }, false)).toEqual(off);
  expect(choose({ CHROMIUM_SANDBOX: 'off', NODE_ENV: 'production' }, true)).toEqual(off);
});

test('rejects root in production unless the operator disables the sandbox', () => {
  expect(() => choose({ NODE_ENV: 'production' }, true)).toThrow(/CHROMIUM_SANDBOX: root/);
});
