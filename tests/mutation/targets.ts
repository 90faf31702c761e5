/** Sources, and the tests that must notice when anything in them is changed. */
export interface Part {
  /** Paths or globs from the checkout's root. */
  readonly sources: readonly string[];
  readonly tests: readonly string[];
  /** The project of jest.config.mjs that the tests belong to; `integration` gets stores. */
  readonly project: 'unit' | 'integration';
}

/** What has a score of its own. Its parts are run one by one, each with the quickest tests that prove it. */
export interface Target {
  readonly name: string;
  readonly parts: readonly Part[];
}

const events = (...names: string[]): string[] =>
  names.map((name) => `packages/service-kit/src/events/${name}.ts`);
const eventsTests = (...names: string[]): string[] => events(...names.map((name) => `${name}.test`));
const kitTests = (...names: string[]): string[] =>
  names.map((name) => `packages/service-kit/test/${name}.test.ts`);

export const targets: readonly Target[] = [
  {
    name: 'payments',
    parts: [
      {
        sources: ['svc-payment/src/domain/**/*.ts', '!**/*.test.ts', '!**/testing/**', '!**/words.ts'],
        tests: ['svc-payment/src/domain/**/*.test.ts'],
        project: 'unit',
      },
    ],
  },
  {
    name: 'outbox',
    parts: [
      {
        sources: events('send-row', 'publisher', 'lane', 'relay'),
        tests: eventsTests('send-row', 'publisher', 'lane'),
        project: 'unit',
      },
      {
        sources: events('outbox', 'publish'),
        tests: kitTests('outbox-rows'),
        project: 'integration',
      },
    ],
  },
  {
    name: 'inbox',
    parts: [
      {
        sources: events('arrival', 'pass-on', 'store-pause'),
        tests: eventsTests('pass-on', 'store-pause'),
        project: 'unit',
      },
      { sources: events('inbox', 'judge', 'taken'), tests: kitTests('judge'), project: 'integration' },
      { sources: events('consumer'), tests: kitTests('consumer'), project: 'integration' },
    ],
  },
];
