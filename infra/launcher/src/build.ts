/**
 * Builds the bundles of workspaces whose sources have changed since they were last built, as `npm start` does.
 *
 *     node infra/launcher/src/build.ts shell
 *
 * Exit code 0: they are built; 2: one could not be.
 */
import { buildStale } from './front-end/build.ts';
import { operatorCommand } from './operator-command.ts';
import { root } from './settings.ts';

await operatorCommand('build', async (workspaces) => {
  const { signal } = new AbortController();
  await buildStale(workspaces, { checkout: root, signal, tell: console.log });
  return 0;
});
