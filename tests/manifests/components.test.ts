import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { ROOT } from '../stages/stage.ts';
import { findPods, findRestrictedFaults } from './pod-security.ts';
import { filterByKind, INSTALL_TIMEOUT_MS, type Manifest, OVERLAYS, renderManifests } from './render.ts';
import {
  COMPONENTS,
  type ConfigMap,
  type Deployment,
  getMainContainer,
  isComponent,
  SERVICES,
} from './workload.ts';

interface ComponentManifest extends Manifest {
  readonly spec: {
    readonly selector: { readonly matchLabels: Record<string, string> };
    readonly maxUnavailable?: number;
    readonly scaleTargetRef: { readonly name: string };
  };
}

interface Compose {
  readonly services: Record<
    string,
    { readonly image: string; readonly security_opt?: readonly string[]; readonly mem_limit?: string }
  >;
}

const REMOTES = globSync('mf-*/package.json', { cwd: ROOT }).map(dirname).sort();

const compose: Compose = parse(readFileSync(`${ROOT}docker-compose.yml`, 'utf8'), { merge: true });
const composeImages = Object.values(compose.services).map(({ image }) => image);

interface Namespace extends Manifest {
  readonly metadata: Manifest['metadata'] & { readonly labels?: Readonly<Record<string, string>> };
}

describe.each(OVERLAYS)('in %s', (overlay) => {
  let manifests: Manifest[];
  let deployments: Deployment[];
  let components: Deployment[];
  /** Deployments and jobs. */
  let running: Deployment[];
  beforeAll(async () => {
    manifests = await renderManifests(overlay);
    deployments = filterByKind<Deployment>(manifests, 'Deployment');
    components = deployments.filter(isComponent);
    running = [...deployments, ...filterByKind<Deployment>(manifests, 'Job')];
  }, INSTALL_TIMEOUT_MS);

  /** The differing values by the component's name. */
  const findMissing = <Fact>(
    deployments: readonly Deployment[],
    readValue: (deployment: Deployment) => Fact,
    expectedValue: Fact,
  ) =>
    deployments.flatMap((deployment) => {
      const actualValue = readValue(deployment);
      return JSON.stringify(actualValue) === JSON.stringify(expectedValue)
        ? []
        : [[deployment.metadata.name, actualValue]];
    });

  test('deploys every component', () => {
    expect(components.map(({ metadata }) => metadata.name).sort()).toEqual([...COMPONENTS].sort());
  });

  test('publishes every remote in the trial', () => {
    const remotes = filterByKind(manifests, 'Job').map(({ metadata }) => metadata.name);
    expect(remotes.sort()).toEqual(overlay === 'trial' ? REMOTES : []);
  });

  test('probes every component, and excludes shared dependencies from its readiness', () => {
    const readProbes = (deployment: Deployment) => {
      const { startupProbe, livenessProbe, readinessProbe } = getMainContainer(deployment);
      return [
        startupProbe?.httpGet?.path,
        livenessProbe?.httpGet?.path,
        readinessProbe?.httpGet !== undefined,
      ];
    };
    expect(findMissing(components, readProbes, ['/healthz', '/healthz', true])).toEqual([]);
    const paths = Object.fromEntries(
      components.map((component) => [
        component.metadata.name,
        getMainContainer(component).readinessProbe?.httpGet?.path,
      ]),
    );
    const servicePath = '/readyz?exclude=broker';
    expect(paths).toEqual({
      shell: '/readyz?exclude=services',
      ...Object.fromEntries(SERVICES.map((service) => [service, servicePath])),
    });
  });

  test('has a startup probe for each liveness probe', () => {
    const hurried = deployments.filter((deployment) => {
      const { startupProbe, livenessProbe } = getMainContainer(deployment);
      return livenessProbe && !startupProbe;
    });
    expect(hurried.map(({ metadata }) => metadata.name)).toEqual([]);
  });

  test('replaces a component without a gap, with time for a graceful stop', () => {
    const readRollingUpdate = ({ spec }: Deployment) => spec.strategy.rollingUpdate;
    expect(findMissing(components, readRollingUpdate, { maxSurge: 1, maxUnavailable: 0 })).toEqual([]);
    const settings = filterByKind<ConfigMap>(manifests, 'ConfigMap').map(({ data }) => data);
    const drainMs = Number(settings.find((data) => 'DRAIN_MS' in data)?.DRAIN_MS);
    expect(drainMs).toBeGreaterThan(5500); // the gateway's idle timeout, and a balancer's detection
    const stopMs = 10_000; // service-kit's process.ts
    const readSpareSeconds = ({ spec }: Deployment) =>
      1000 * (spec.template.spec.terminationGracePeriodSeconds ?? 0) > drainMs + stopMs;
    expect(findMissing(components, readSpareSeconds, true)).toEqual([]);
  });

  test('has a disruption budget for every component, and spreads its pods', () => {
    const budgets = filterByKind<ComponentManifest>(manifests, 'PodDisruptionBudget');
    const budgeted = budgets.map(({ spec }) => spec.selector.matchLabels['app.kubernetes.io/name']);
    expect(budgeted).toEqual(expect.arrayContaining(COMPONENTS));
    expect(budgets.map(({ spec }) => spec.maxUnavailable)).toEqual(budgets.map(() => 1));
    const readTopologyKeys = ({ spec }: Deployment) =>
      spec.template.spec.topologySpreadConstraints?.map(({ topologyKey }) => topologyKey);
    expect(
      findMissing(components, readTopologyKeys, ['topology.kubernetes.io/zone', 'kubernetes.io/hostname']),
    ).toEqual([]);
  });

  test('sets resource requests and a memory limit for every container', () => {
    const withoutLimits = running.flatMap(({ spec: { template } }) =>
      template.spec.containers.flatMap(({ image, resources }) => {
        const { requests, limits } = resources ?? {};
        return requests?.cpu && requests.memory && limits?.memory ? [] : [image];
      }),
    );
    expect(withoutLimits).toEqual([]);
  });

  test('has the memory limits of docker compose', () => {
    const limits = running.map((deployment) => [
      deployment.metadata.name,
      getMainContainer(deployment).resources?.limits?.memory,
    ]);
    expect(limits).toEqual(
      running.map(({ metadata: { name } }) => [name, compose.services[name]?.mem_limit?.replace('m', 'Mi')]),
    );
  });

  test('runs every container unprivileged, on a read-only file system', () => {
    const readPodSecurity = ({ spec }: Deployment) => {
      const { runAsNonRoot, runAsUser, seccompProfile } = Object(spec.template.spec.securityContext);
      return [runAsNonRoot, runAsUser, seccompProfile, spec.template.spec.automountServiceAccountToken];
    };
    expect(findMissing(running, readPodSecurity, [true, 1000, { type: 'RuntimeDefault' }, false])).toEqual(
      [],
    );
    const areContainersSecure = ({ spec: { template } }: Deployment) =>
      template.spec.containers.every(({ securityContext }) => {
        const { allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities } = Object(securityContext);
        return !allowPrivilegeEscalation && readOnlyRootFilesystem && capabilities?.drop?.includes('ALL');
      });
    expect(findMissing(running, areContainersSecure, true)).toEqual([]);
  });

  test('enforces the restricted Pod Security Standard, which every pod satisfies', () => {
    const [namespace] = filterByKind<Namespace>(manifests, 'Namespace');
    expect(namespace?.metadata.labels?.['pod-security.kubernetes.io/enforce']).toBe('restricted');
    const pods = manifests.flatMap(findPods);
    expect(pods.length).toBeGreaterThan(COMPONENTS.length + 2);
    expect(pods.flatMap(findRestrictedFaults)).toEqual([]);
  });

  test('permits the namespaces of Chromium’s sandbox to svc-ticket only, by the profile of docker compose', () => {
    const localhostProfiles = components.flatMap((component) => {
      const { seccompProfile } = Object(getMainContainer(component).securityContext);
      return seccompProfile ? [[component.metadata.name, seccompProfile]] : [];
    });
    const localhostProfile = 'archaka/seccomp-chromium.json';
    expect(localhostProfiles).toEqual([['svc-ticket', { type: 'Localhost', localhostProfile }]]);
    expect(compose.services['svc-ticket']?.security_opt).toContain(
      'seccomp:infra/docker/seccomp-chromium.json',
    );
    expect(existsSync(`${ROOT}infra/docker/seccomp-chromium.json`)).toBe(true);
  });

  test('lets every component write to /tmp, and svc-ticket’s browser to /dev/shm', () => {
    const findWritablePaths = ({ spec, ...deployment }: Deployment) => {
      const { volumes = [] } = spec.template.spec;
      const emptyVolumes = new Set(volumes.filter(({ emptyDir }) => emptyDir).map(({ name }) => name));
      const mounts = getMainContainer({ ...deployment, spec }).volumeMounts ?? [];
      return mounts.filter(({ name }) => emptyVolumes.has(name)).map(({ mountPath }) => mountPath);
    };
    const paths = Object.fromEntries(
      components.map((component) => [component.metadata.name, findWritablePaths(component)]),
    );
    for (const component of COMPONENTS)
      expect([component, paths[component]]).toEqual([component, expect.arrayContaining(['/tmp'])]);
    expect(paths['svc-ticket']).toContain('/dev/shm');
  });

  test('uses the images that are built for docker compose', () => {
    const images = running.flatMap(({ spec: { template } }) =>
      template.spec.containers.map(({ image }) => image),
    );
    expect(composeImages).toEqual(
      expect.arrayContaining(images.map((image) => image.replace(/:[^/]*$/, ''))),
    );
  });

  test('scales every component automatically', () => {
    const scaledTargets = [
      ...filterByKind<ComponentManifest>(manifests, 'HorizontalPodAutoscaler'),
      ...filterByKind<ComponentManifest>(manifests, 'ScaledObject'),
    ].map(({ spec }) => spec.scaleTargetRef.name);
    // A trial has no KEDA. Two autoscalers of one component would conflict.
    const expectedTargets =
      overlay === 'trial' ? COMPONENTS.filter((component) => component !== 'svc-ticket') : COMPONENTS;
    expect(scaledTargets.sort()).toEqual([...expectedTargets].sort());
  });
});
