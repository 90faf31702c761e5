// The launcher with two stub components and no bundles.
import { launch } from '../../src/launch.ts';
import { readSettings } from '../../src/settings.ts';

const component = {
  main: 'infra/local/test/stubs/component.ts',
  heap: 64,
  inheritedEnv: ['STUBBORN', 'FEE_PAISE'],
  env: () => ({}),
};

const plan = {
  components: [
    { ...component, name: 'svc-first', offset: 1 },
    { ...component, name: 'svc-second', offset: 0, extraPorts: [{ offset: 2, as: 'HANDLER_PORT' }] },
  ],
  bundles: [],
  remotes: [],
};
await launch(plan, () => readSettings(process.env, process.argv.includes('--fresh')));
