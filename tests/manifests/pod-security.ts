import type { Manifest } from './render.ts';

interface SecurityContext {
  readonly runAsNonRoot?: boolean;
  readonly runAsUser?: number;
  readonly allowPrivilegeEscalation?: boolean;
  readonly privileged?: boolean;
  readonly capabilities?: { readonly drop?: readonly string[]; readonly add?: readonly string[] };
  readonly seccompProfile?: { readonly type: string };
}

interface PodContainer {
  readonly name: string;
  readonly securityContext?: SecurityContext;
}

interface PodSpec {
  readonly hostNetwork?: boolean;
  readonly securityContext?: SecurityContext;
  readonly containers?: readonly PodContainer[];
  readonly initContainers?: readonly PodContainer[];
  readonly volumes?: readonly Readonly<Record<string, unknown>>[];
}

interface Pod {
  readonly name: string;
  readonly spec: PodSpec;
  /** Containers that the operator of a store adds; the manifest must configure them. */
  readonly expectedContainers: readonly string[];
}

/** The path to the pod of each kind that has pods. */
const paths: Readonly<Record<string, string>> = {
  Deployment: 'spec.template.spec',
  Job: 'spec.template.spec',
  CronJob: 'spec.jobTemplate.spec.template.spec',
  MongoDBCommunity: 'spec.statefulSet.spec.template.spec',
  RabbitmqCluster: 'spec.override.statefulSet.spec.template.spec',
};

const containersByOperator: Readonly<Record<string, readonly string[]>> = {
  MongoDBCommunity: ['mongod', 'mongodb-agent', 'mongod-posthook', 'mongodb-agent-readinessprobe'],
  RabbitmqCluster: ['rabbitmq', 'setup-container'],
};

export function findPods(manifest: Manifest): Pod[] {
  const { kind, metadata } = manifest;
  const path = paths[kind];
  if (path === undefined) return [];
  const spec = path.split('.').reduce<unknown>((value, key) => Object(value)[key], manifest);
  return [
    {
      name: `${kind} ${metadata.name}`,
      spec: spec as PodSpec,
      expectedContainers: containersByOperator[kind] ?? [],
    },
  ];
}

/** The volumes that the standard permits and a manifest here may use. */
const PERMITTED_VOLUMES = ['configMap', 'emptyDir', 'persistentVolumeClaim', 'projected', 'secret'];

function findContainerFaults({ securityContext = {} }: PodContainer, pod: SecurityContext): string[] {
  const { allowPrivilegeEscalation, privileged, capabilities } = securityContext;
  const { runAsNonRoot, runAsUser, seccompProfile } = { ...pod, ...securityContext };
  return [
    ...(runAsNonRoot !== true || runAsUser === 0 ? ['may run as root'] : []),
    ...(allowPrivilegeEscalation !== false ? ['may gain privileges'] : []),
    ...(privileged ? ['is privileged'] : []),
    ...(!capabilities?.drop?.includes('ALL') || capabilities.add ? ['has capabilities'] : []),
    ...(!['RuntimeDefault', 'Localhost'].includes(seccompProfile?.type ?? '')
      ? ['has no seccomp profile']
      : []),
  ];
}

/** The violations of Kubernetes' Pod Security Standard `restricted`. */
export function findRestrictedFaults({ name, spec, expectedContainers }: Pod): string[] {
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  const missing = expectedContainers.filter(
    (each) => !containers.some((container) => container.name === each),
  );
  const volumes = (spec.volumes ?? []).filter(
    (volume) => !Object.keys(volume).some((kind) => PERMITTED_VOLUMES.includes(kind)),
  );
  return [
    ...missing.map((each) => `${name} does not configure ${each}`),
    ...containers.flatMap((container) =>
      findContainerFaults(container, spec.securityContext ?? {}).map(
        (fault) => `${name}, ${container.name}: ${fault}`,
      ),
    ),
    ...volumes.map((volume) => `${name}: the volume ${JSON.stringify(volume)}`),
    ...(spec.hostNetwork ? [`${name}: the network of the node`] : []),
  ];
}
