// The launcher with two stand-in parts and nothing to build.
import { launch } from '../../src/launch.ts';

const part = {
  main: 'infra/launcher/test/stand-ins/part.ts',
  heap: 64,
  takes: ['STUBBORN'],
  env: () => ({}),
};

await launch({
  parts: [
    { ...part, name: 'svc-first', offset: 1 },
    { ...part, name: 'svc-second', offset: 0, alsoListens: [{ offset: 2, as: 'HANDLER_PORT' }] },
  ],
  bundles: [],
  remotes: [],
});
