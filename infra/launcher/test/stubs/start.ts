// The launcher with two stub components and no bundles.
import { launch } from '../../src/launch.ts';

const component = {
  main: 'infra/launcher/test/stubs/component.ts',
  heap: 64,
  inheritedEnv: ['STUBBORN', 'FEE_PAISE'],
  env: () => ({}),
};

await launch({
  components: [
    { ...component, name: 'svc-first', offset: 1 },
    { ...component, name: 'svc-second', offset: 0, extraPorts: [{ offset: 2, as: 'HANDLER_PORT' }] },
  ],
  bundles: [],
  remotes: [],
});
