import { join } from 'node:path';
import { portalComponents } from '../components.ts';
import type { Component, Plan } from '../plan.ts';
import { readSettings, root, type Settings } from '../settings.ts';
import { listWorkspaces } from '../workspaces.ts';
import { createDevProxyComponent, devProxyOffset } from './dev-proxy.ts';
import type { CommandOptions } from './options.ts';

/** A portal with parts under development; the others are as with `npm start`, or mocked. */
export function createDevPlan(
  { remotes, services, page, mock }: CommandOptions,
  env: NodeJS.ProcessEnv,
): Plan {
  const others = listWorkspaces('mf').filter((name) => !remotes.includes(name));
  const components = mock ? omitProvider(portalComponents(env)).map(toMockComponent) : portalComponents(env);
  return {
    components: [
      ...components.map((component) =>
        services.includes(component.name)
          ? { ...component, watched: true, printsToTerminal: true }
          : component,
      ),
      ...(page ? [createDevProxyComponent(remotes)] : []),
    ],
    bundles: ['shell', ...(mock ? [] : ['hall-scanner']), ...others],
    remotes: others,
    withoutStores: mock,
  };
}

/** The page is then at the proxy's address, and redirects to the portal use it. */
export function createDevSettings({ page, mock, fresh }: CommandOptions, env: NodeJS.ProcessEnv): Settings {
  const effectiveEnv = mock ? { DATA_DIR: '.cache/dev/mock', ...env } : env;
  const settings = readSettings(effectiveEnv, fresh);
  return page ? { ...settings, origin: `http://localhost:${settings.port + devProxyOffset}` } : settings;
}

const omitProvider = (components: Component[]): Component[] =>
  components.filter(({ name }) => name !== 'razorpay-sim');

/** A mocked service: another program at its port. */
function toMockComponent(component: Component): Component {
  if (!component.name.startsWith('svc-')) return component;
  const { name, offset } = component;
  return {
    name,
    offset,
    main: 'infra/local/dev/mock/main.ts',
    heap: 96,
    inheritedEnv: [],
    env: ({ origin, env }) => ({
      SERVICE: name.replace('svc-', ''),
      PORTAL_ORIGIN: origin,
      EXAM_FILE: env.EXAM_FILE || join(root, 'exams/2024.json'),
    }),
  };
}
