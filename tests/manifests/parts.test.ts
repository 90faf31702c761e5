import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { ROOT } from '../stages/stage.ts';
import { INSTALL_TIMEOUT_MS, type Manifest, OVERLAYS, ofKind, render } from './render.ts';
import { type ConfigMap, type Deployment, isPart, mainOf, PARTS } from './workload.ts';

interface PerPart extends Manifest {
  readonly spec: {
    readonly selector: { readonly matchLabels: Record<string, string> };
    readonly maxUnavailable?: number;
    readonly scaleTargetRef: { readonly name: string };
  };
}

interface Compose {
  readonly services: Record<string, { readonly image: string; readonly security_opt?: readonly string[] }>;
}

const compose: Compose = parse(readFileSync(`${ROOT}docker-compose.yml`, 'utf8'), { merge: true });
const composed = Object.values(compose.services).map(({ image }) => image);

describe.each(OVERLAYS)('in %s', (overlay) => {
  let manifests: Manifest[];
  let deployments: Deployment[];
  let parts: Deployment[];
  /** All whose containers run, for ever or to an end. */
  let running: Deployment[];
  beforeAll(async () => {
    manifests = await render(overlay);
    deployments = ofKind<Deployment>(manifests, 'Deployment');
    parts = deployments.filter(isPart);
    running = [...deployments, ...ofKind<Deployment>(manifests, 'Job')];
  }, INSTALL_TIMEOUT_MS);

  /** What is not so, by the part's name: a failure says where. */
  const without = <Fact>(of: readonly Deployment[], fact: (deployment: Deployment) => Fact, wanted: Fact) =>
    of.flatMap((deployment) => {
      const found = fact(deployment);
      return JSON.stringify(found) === JSON.stringify(wanted) ? [] : [[deployment.metadata.name, found]];
    });

  test('every part is there', () => {
    expect(parts.map(({ metadata }) => metadata.name).sort()).toEqual([...PARTS].sort());
  });

  test('every part is probed; its readiness is its own and not what all of them need', () => {
    const probes = (deployment: Deployment) => {
      const { startupProbe, livenessProbe, readinessProbe } = mainOf(deployment);
      return [
        startupProbe?.httpGet?.path,
        livenessProbe?.httpGet?.path,
        readinessProbe?.httpGet !== undefined,
      ];
    };
    expect(without(parts, probes, ['/healthz', '/healthz', true])).toEqual([]);
    const paths = Object.fromEntries(
      parts.map((part) => [part.metadata.name, mainOf(part).readinessProbe?.httpGet?.path]),
    );
    const ofService = '/readyz?exclude=broker';
    const others = PARTS.filter((part) => part !== 'shell');
    expect(paths).toEqual({
      shell: `/readyz?${others.map((part) => `exclude=${part}`).join('&')}`,
      ...Object.fromEntries(others.map((part) => [part, ofService])),
    });
  });

  test('a part is replaced without a gap, and is given the time to stop by itself', () => {
    const rolls = ({ spec }: Deployment) => spec.strategy.rollingUpdate;
    expect(without(parts, rolls, { maxSurge: 1, maxUnavailable: 0 })).toEqual([]);
    const settings = ofKind<ConfigMap>(manifests, 'ConfigMap').map(({ data }) => data);
    const drainMs = Number(settings.find((data) => 'DRAIN_MS' in data)?.DRAIN_MS);
    expect(drainMs).toBeGreaterThan(5500); // the gateway's idle connections, and what a balancer takes to notice
    const stopMs = 10_000; // service-kit's process.ts
    const spare = ({ spec }: Deployment) =>
      1000 * (spec.template.spec.terminationGracePeriodSeconds ?? 0) > drainMs + stopMs;
    expect(without(parts, spare, true)).toEqual([]);
  });

  test('every part keeps to its budget, and its pods apart from each other', () => {
    const budgets = ofKind<PerPart>(manifests, 'PodDisruptionBudget');
    const budgeted = budgets.map(({ spec }) => spec.selector.matchLabels['app.kubernetes.io/name']);
    expect(budgeted).toEqual(expect.arrayContaining(PARTS));
    expect(budgets.map(({ spec }) => spec.maxUnavailable)).toEqual(budgets.map(() => 1));
    const spread = ({ spec }: Deployment) =>
      spec.template.spec.topologySpreadConstraints?.map(({ topologyKey }) => topologyKey);
    expect(without(parts, spread, ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'])).toEqual([]);
  });

  test('every container says what it needs and how much it may take at most', () => {
    const greedy = running.flatMap(({ spec: { template } }) =>
      template.spec.containers.flatMap(({ image, resources }) => {
        const { requests, limits } = resources ?? {};
        return requests?.cpu && requests.memory && limits?.memory ? [] : [image];
      }),
    );
    expect(greedy).toEqual([]);
  });

  test('every container runs as nobody of importance, on a file system that it cannot write', () => {
    const pod = ({ spec }: Deployment) => {
      const { runAsNonRoot, runAsUser, seccompProfile } = Object(spec.template.spec.securityContext);
      return [runAsNonRoot, runAsUser, seccompProfile, spec.template.spec.automountServiceAccountToken];
    };
    expect(without(running, pod, [true, 1000, { type: 'RuntimeDefault' }, false])).toEqual([]);
    const containers = ({ spec: { template } }: Deployment) =>
      template.spec.containers.every(({ securityContext }) => {
        const { allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities } = Object(securityContext);
        return !allowPrivilegeEscalation && readOnlyRootFilesystem && capabilities?.drop?.includes('ALL');
      });
    expect(without(running, containers, true)).toEqual([]);
  });

  test('svc-ticket alone may make the namespaces of Chromium’s sandbox, by the profile of docker compose', () => {
    const own = parts.flatMap((part) => {
      const { seccompProfile } = Object(mainOf(part).securityContext);
      return seccompProfile ? [[part.metadata.name, seccompProfile]] : [];
    });
    const localhostProfile = 'archaka/seccomp-chromium.json';
    expect(own).toEqual([['svc-ticket', { type: 'Localhost', localhostProfile }]]);
    expect(compose.services['svc-ticket']?.security_opt).toContain(
      'seccomp:infra/docker/seccomp-chromium.json',
    );
    expect(existsSync(`${ROOT}infra/docker/seccomp-chromium.json`)).toBe(true);
  });

  test('every part may write to /tmp, and svc-ticket’s browser to /dev/shm', () => {
    const writable = ({ spec, ...deployment }: Deployment) => {
      const { volumes = [] } = spec.template.spec;
      const empty = new Set(volumes.filter(({ emptyDir }) => emptyDir).map(({ name }) => name));
      const mounts = mainOf({ ...deployment, spec }).volumeMounts ?? [];
      return mounts.filter(({ name }) => empty.has(name)).map(({ mountPath }) => mountPath);
    };
    const paths = Object.fromEntries(parts.map((part) => [part.metadata.name, writable(part)]));
    for (const part of PARTS) expect([part, paths[part]]).toEqual([part, expect.arrayContaining(['/tmp'])]);
    expect(paths['svc-ticket']).toContain('/dev/shm');
  });

  test('the images are those that are built for docker compose', () => {
    const images = running.flatMap(({ spec: { template } }) =>
      template.spec.containers.map(({ image }) => image),
    );
    expect(composed).toEqual(expect.arrayContaining(images.map((image) => image.replace(/:[^/]*$/, ''))));
  });

  test('every part grows with what it has to do', () => {
    const scaled = [
      ...ofKind<PerPart>(manifests, 'HorizontalPodAutoscaler'),
      ...ofKind<PerPart>(manifests, 'ScaledObject'),
    ].map(({ spec }) => spec.scaleTargetRef.name);
    // A trial has no KEDA; two autoscalers of one part would pull it apart.
    const wanted = overlay === 'trial' ? PARTS.filter((part) => part !== 'svc-ticket') : PARTS;
    expect(scaled.sort()).toEqual([...wanted].sort());
  });
});
