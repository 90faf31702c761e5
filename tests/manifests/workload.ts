import { services } from '@archaka/contracts';
import type { Manifest } from './render.ts';

interface SecretKeyRef {
  readonly name: string;
  readonly key: string;
}

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef?: SecretKeyRef };
}

interface Resources {
  readonly cpu?: string;
  readonly memory?: string;
}

interface Probe {
  readonly httpGet?: { readonly path: string };
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly env?: readonly Variable[];
  readonly envFrom?: readonly {
    readonly configMapRef?: { name: string };
    readonly secretRef?: { name: string };
  }[];
  readonly startupProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly resources?: { readonly requests?: Resources; readonly limits?: Resources };
  readonly securityContext?: object;
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
}

interface PodSpec {
  readonly containers: readonly Container[];
  readonly securityContext?: object;
  readonly automountServiceAccountToken?: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly topologySpreadConstraints?: readonly { readonly topologyKey: string }[];
  readonly volumes?: readonly { readonly name: string; readonly emptyDir?: object }[];
}

/** The fields of a Deployment that the tests read. */
export interface Deployment extends Manifest {
  readonly spec: {
    readonly replicas?: number;
    readonly strategy: { readonly rollingUpdate?: object };
    readonly selector: { readonly matchLabels: Record<string, string> };
    readonly template: {
      readonly metadata: { readonly labels: Record<string, string> };
      readonly spec: PodSpec;
    };
  };
}

export interface ConfigMap extends Manifest {
  readonly data: Record<string, string>;
}

export interface ExternalSecret extends Manifest {
  readonly spec: { readonly data: readonly { readonly secretKey: string }[] };
}

/** The portal's own components; each has a folder in the repository. */
export const SERVICES = services.map((service) => `svc-${service}`);
export const COMPONENTS = ['shell', ...SERVICES];

export const isComponent = ({ metadata }: Manifest): boolean => COMPONENTS.includes(metadata.name);

export const getMainContainer = ({ spec }: Deployment): Container => {
  const [main] = spec.template.spec.containers;
  if (!main) throw new Error('It has no container');
  return main;
};
