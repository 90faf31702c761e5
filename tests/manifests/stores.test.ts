import { beforeAll, expect, test } from '@jest/globals';
import { INSTALL_TIMEOUT_MS, type Manifest, ofKind, render } from './render.ts';

interface Cluster extends Manifest {
  readonly spec: {
    readonly replicas: number;
    readonly rabbitmq: { readonly additionalConfig: string };
    readonly persistence: object;
  };
}

interface ReplicaSet extends Manifest {
  readonly spec: {
    readonly type: string;
    readonly members: number;
    readonly users: readonly {
      readonly name: string;
      readonly db: string;
      readonly roles: readonly object[];
    }[];
  };
}

interface NetworkPolicy extends Manifest {
  readonly spec: {
    readonly podSelector: object;
    readonly policyTypes: readonly string[];
    readonly ingress?: readonly object[];
    readonly egress?: readonly object[];
  };
}

let manifests: Manifest[];
beforeAll(async () => {
  manifests = await render('production');
}, INSTALL_TIMEOUT_MS);

test('RabbitMQ has three nodes that keep what they hold, and a node alone takes nothing', () => {
  const [{ spec } = { spec: undefined }] = ofKind<Cluster>(manifests, 'RabbitmqCluster');
  expect([spec?.replicas, spec?.persistence]).toEqual([3, { storage: expect.any(String) }]);
  expect(spec?.rabbitmq.additionalConfig).toMatch(/^cluster_partition_handling = pause_minority$/m);
});

test('MongoDB has three members, and each service a user for its own database', () => {
  const [{ spec } = { spec: undefined }] = ofKind<ReplicaSet>(manifests, 'MongoDBCommunity');
  expect([spec?.type, spec?.members]).toEqual(['ReplicaSet', 3]);
  const services = ['auth', 'application', 'payment', 'ticket'];
  expect(spec?.users.map(({ name, db, roles }) => ({ name, db, roles }))).toEqual(
    // The user's database stands in the address, from which the service makes the name of its own.
    services.map((service) => ({
      name: `svc-${service}`,
      db: 'archaka',
      roles: [{ name: 'readWrite', db: `archaka_${service}` }],
    })),
  );
});

test('whom no rule names, nobody in the cluster speaks to', () => {
  const all = ofKind<NetworkPolicy>(manifests, 'NetworkPolicy').map(({ spec }) => spec);
  expect(all).toContainEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  const rules = all.flatMap(({ ingress = [] }) => ingress);
  expect(rules.filter((rule) => !('from' in rule) || !('ports' in rule))).toEqual([]);
});
