import type { Log } from '@archaka/service-kit';
import { expect, test } from '@jest/globals';
import { chooseChromium } from './sandbox.ts';

const settings = { CHROMIUM_PATH: '/opt/chromium', CHROMIUM_SANDBOX: 'on', NODE_ENV: 'development' } as const;

/** What is chosen, and the reasons that the log gives. */
function choose(overrides: Partial<Parameters<typeof chooseChromium>[0]>, asRoot: boolean) {
  const reasons: string[] = [];
  const log = { warn: ({ reason }: { reason: string }) => reasons.push(reason) } as unknown as Log;
  const { sandboxed } = chooseChromium({ ...settings, ...overrides }, log, asRoot);
  return { sandboxed, reasons };
}

test('Chromium runs in its sandbox, unless somebody says otherwise', () => {
  expect(choose({}, false)).toEqual({ sandboxed: true, reasons: [] });
  expect(choose({ NODE_ENV: 'production' }, false)).toEqual({ sandboxed: true, reasons: [] });
});

test('without its sandbox it runs for root or where that is wanted, and the log says why', () => {
  expect(choose({}, true)).toEqual({ sandboxed: false, reasons: ['Chromium refuses its sandbox to root'] });
  const off = { sandboxed: false, reasons: ['CHROMIUM_SANDBOX is off'] };
  expect(choose({ CHROMIUM_SANDBOX: 'off' }, false)).toEqual(off);
  expect(choose({ CHROMIUM_SANDBOX: 'off', NODE_ENV: 'production' }, true)).toEqual(off);
});

test('in production root is refused, unless the operator says off', () => {
  expect(() => choose({ NODE_ENV: 'production' }, true)).toThrow(/CHROMIUM_SANDBOX: root/);
});
