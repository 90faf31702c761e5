// The permitted imports: ARCHITECTURE.md describes the workspaces, tests/architecture tests each rule.

const TEST_CODE = ['\\.test\\.tsx?$', '(^|/)test/', '^tests/', '^bench/', '^infra/test-kit/'];
const WORKSPACES = '^(shell|mf-[^/]+|svc-[^/]+|hall-scanner|packages|infra|tests|bench)/';
const BROWSER = '^(shell/src|mf-[^/]+/src|hall-scanner/src|packages/ui/src|packages/platform/src)/';

const packages = (...names) => names.map((name) => `^packages/${name}/`);
const tools = (...names) => names.map((name) => `^infra/${name}/`);
/** Parts of service-kit without a service: command lines, operators, objects in a bucket. */
const KIT_TOOLS = '^packages/service-kit/src/(command-line\\.ts$|operators/|bucket/)';
const library = (name) => `(^|/)node_modules/${name}/`;

const VAGUE = '(^|/)(utils|common|helpers)(/|\\.[a-z]+$)';
const NAME_THE_SUBJECT = 'No utils, common or helpers: a name says what is in it.';
const INSTALLED = ['core', 'npm', 'npm-dev', 'npm-peer', 'npm-optional', 'npm-no-pkg', 'npm-unknown'];

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** A workspace that may import itself and these workspaces only; its tests also the test-kit, their settings slice-tools. */
const workspace = (name, folder, own, ...others) =>
  rule(
    `workspace-${name}`,
    `${name} imports something that is not its own and that the table of workspaces does not give it.`,
    { path: folder },
    // Packages that npm installs in a workspace's folder are libraries, as those in the root are.
    {
      path: WORKSPACES,
      pathNot: [own, '/node_modules/', ...tools('test-kit'), ...packages('slice-tools'), ...others],
    },
  );

const workspaces = [
  workspace('shell-browser', '^shell/src/', '^shell/src/', ...packages('contracts', 'ui', 'platform')),
  workspace(
    'shell-server',
    '^shell/server/',
    '^shell/server/',
    ...packages('contracts', 'service-kit', 'slice-store'),
  ),
  workspace('remote', '^(mf-[^/]+)/', '^$1/', ...packages('contracts', 'platform')),
  // It is built like the remotes, but its page contains none of their code.
  workspace(
    'scanner',
    '^hall-scanner/',
    '^hall-scanner/',
    '^packages/(slice-tools/build|platform/src/worker)/',
    ...packages('contracts'),
  ),
  workspace('service', '^(svc-[^/]+)/', '^$1/', ...packages('contracts', 'service-kit', 'privacy-kit')),
  workspace('contracts', '^packages/contracts/', '^packages/contracts/'),
  workspace('service-kit', '^packages/service-kit/', '^packages/service-kit/', ...packages('contracts')),
  workspace(
    'privacy-kit',
    '^packages/privacy-kit/',
    '^packages/privacy-kit/',
    ...packages('contracts', 'service-kit'),
  ),
  workspace('ui', '^packages/ui/', '^packages/ui/', ...packages('contracts')),
  workspace('platform', '^packages/platform/', '^packages/platform/', ...packages('ui', 'contracts')),
  workspace(
    'slice-store',
    '^packages/slice-store/',
    '^packages/slice-store/',
    ...packages('contracts'),
    KIT_TOOLS,
  ),
  workspace('engines', '^infra/local/engines/', '^infra/local/engines/'),
  workspace(
    'slice-tools',
    '^packages/slice-tools/',
    '^packages/slice-tools/',
    '^packages/platform/src/slices/federation-names\\.ts$',
    ...packages('contracts'),
    KIT_TOOLS,
  ),
  workspace(
    'test-kit',
    '^infra/test-kit/',
    '^infra/test-kit/',
    ...packages('contracts', 'service-kit'),
    ...tools('local/engines'),
  ),
  workspace(
    'local',
    '^infra/local/(?!dev/|cosmos/|engines/)',
    '^infra/local/',
    ...packages('contracts', 'slice-store'),
    KIT_TOOLS,
    ...tools('local/engines'),
  ),
  // It is a proxy before the shell, and mocks services with service-kit but without stores.
  workspace(
    'dev',
    '^infra/local/(dev|cosmos)/',
    '^infra/local/',
    ...packages('contracts', 'service-kit'),
    '^packages/slice-tools/build/',
  ),
  workspace('simulator', '^infra/razorpay-sim/', '^infra/razorpay-sim/'),
  // Their sources: the services' tables of states for diagrams, svc-auth's limits for the chance of a takeover, the
  // schemas of the environments for the page of variables, and the parsers of untrusted bytes for fuzzing.
  workspace(
    'tests',
    '^tests/',
    '^tests/',
    '^svc-application/src/features/(inspect-file|rasterize-pdf|resume-upload|upload-document)/',
    '^svc-payment/src/(features/handle-return\\.ts$|razorpay/webhook\\.ts$)',
    '^packages/service-kit/src/(server|decoder/decode-picture)\\.ts$',
    '^shell/server/config\\.ts$',
    '^svc-[^/]+/src/config\\.ts$',
    '^svc-auth/(src/domain/(limits|otp|session)|test/support/otp-calls)\\.ts$',
    // npm run alone packs what a slice installs.
    '^infra/local/packing/',
    // tests/states explores these rules, and the handlers that call them.
    '^svc-(application|payment|ticket)/src/(domain|events)/',
    ...packages('contracts'),
    KIT_TOOLS,
    ...tools('local/engines'),
  ),
  workspace(
    'bench',
    '^bench/',
    '^bench/',
    ...packages('contracts', 'slice-store'),
    KIT_TOOLS,
    ...tools('local/engines'),
  ),
];

const insideAService = [
  rule(
    'domain-knows-rules-only',
    "A service's domain imports itself and the contracts.",
    { path: '^(svc-[^/]+)/src/domain/', pathNot: TEST_CODE },
    { path: WORKSPACES, pathNot: ['^$1/src/domain/', ...packages('contracts')] },
  ),
  rule(
    'domain-does-no-io',
    'Of Node and the libraries, a domain takes what only computes.',
    { path: '^svc-[^/]+/src/domain/', pathNot: TEST_CODE },
    { dependencyTypes: INSTALLED, pathNot: ['^(node:)?(crypto|buffer|util)$', library('zod')] },
  ),
  rule(
    'persistence-imports-domain-only',
    "A service's store imports itself, the domain, the contracts and the service-kit.",
    { path: '^(svc-[^/]+)/src/persistence/', pathNot: TEST_CODE },
    { path: '^$1/', pathNot: '^$1/src/(persistence|domain)/' },
  ),
  rule(
    'nothing-imports-main',
    'main.ts wires; nobody takes anything from it.',
    {},
    { path: '/main\\.tsx?$' },
  ),
];

const libraries = [
  rule(
    'mongoose-in-persistence-only',
    'MongoDB is spoken to by stores, the service-kit, and what prepares all of them, looks at them or backs them up.',
    {
      pathNot: [
        ...['^svc-[^/]+/src/persistence/', '^infra/local/src/(backup|compose|doctor)/'],
        ...packages('service-kit', 'privacy-kit'),
        ...tools('local/engines'),
        ...TEST_CODE,
      ],
    },
    { path: [library('mongoose'), library('mongodb')] },
  ),
  rule(
    'broker-in-service-kit-only',
    'RabbitMQ is spoken to by the service-kit; the launcher declares its queues and looks at it as the doctor.',
    {
      pathNot: [
        '^infra/local/src/(doctor/|broker\\.ts$)',
        ...packages('service-kit'),
        ...tools('local/engines'),
        ...TEST_CODE,
      ],
    },
    { path: [library('amqplib'), library('amqp-connection-manager')] },
  ),
  rule(
    'shell-without-stores',
    "The shell's server keeps nothing: the service-kit's door for it, `/server`, brings no client of stores or brokers.",
    { path: '^shell/server/', pathNot: TEST_CODE },
    { path: [library('mongoose'), library('amqplib')], reachable: true },
  ),
  rule(
    'contracts-import-zod-only',
    'The contracts run in browsers and services alike: zod and nothing else.',
    { path: '^packages/contracts/src/', pathNot: TEST_CODE },
    { dependencyTypes: INSTALLED, pathNot: library('zod') },
  ),
  rule(
    'browser-imports-calls-only',
    "Browser code imports the contracts' calls, `@archaka/contracts/calls`, which bring no schemas and no zod.",
    { path: BROWSER, pathNot: TEST_CODE },
    { path: '^packages/contracts/', pathNot: '^packages/contracts/src/calls\\.ts$' },
  ),
  rule(
    'browser-has-no-node',
    "Browser code cannot use Node's modules.",
    { path: BROWSER, pathNot: TEST_CODE },
    { dependencyTypes: ['core'] },
  ),
];

const everywhere = [
  rule(
    'test-kit-in-tests-only',
    'The test-kit is for tests.',
    { pathNot: TEST_CODE },
    { path: tools('test-kit') },
  ),
  rule(
    'slice-tools-in-settings-only',
    'What builds and checks a slice is for its settings and for tools.',
    {
      pathNot: ['(^|/)(jest|rspack)\\.config\\.(mjs|ts)$', '^infra/', ...packages('slice-tools')],
    },
    { path: packages('slice-tools') },
  ),
  rule('no-import-of-tests', 'A test file is not a module.', {}, { path: '\\.test\\.tsx?$' }),
  rule(
    'packages-by-name',
    'Another package is imported by its name, through what it exports.',
    { path: '^(?:packages/|infra/)?([^/]+)/' },
    {
      path: ['^packages/', ...tools('local/engines', 'test-kit')],
      pathNot: '^(packages|infra)/$1/',
      dependencyTypesNot: ['aliased-workspace'],
    },
  ),
  rule('no-circular', 'A module depends on itself.', {}, { circular: true }),
  rule('no-unresolved', 'Nothing is there.', {}, { couldNotResolve: true }),
  rule('vague-folder-imported', NAME_THE_SUBJECT, {}, { path: VAGUE, pathNot: 'node_modules' }),
  rule('vague-folder-imports', NAME_THE_SUBJECT, { path: VAGUE, pathNot: 'node_modules' }, {}),
];

module.exports = {
  forbidden: [...workspaces, ...insideAService, ...libraries, ...everywhere],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: [
        '^(?!.*node_modules).*(^|/)(dist|coverage|\\.data|\\.cache)/',
        '^infra/local/new-slice/templates/',
      ],
    },
    combinedDependencies: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
