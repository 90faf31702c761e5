import { AUDIT_ENTRIES, services } from '@archaka/contracts';
import { beforeAll, expect, test } from '@jest/globals';
import { filterByKind, INSTALL_TIMEOUT_MS, type Manifest, renderManifests } from './render.ts';
import { type Deployment, getMainContainer } from './workload.ts';

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
    readonly security: { readonly roles: readonly { readonly db: string }[] };
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

const byDatabase = (a: { db: string }, b: { db: string }) => a.db.localeCompare(b.db);

let manifests: Manifest[];
beforeAll(async () => {
  manifests = await renderManifests('production');
}, INSTALL_TIMEOUT_MS);

test('runs RabbitMQ on three nodes with storage, and pauses a node in a minority', () => {
  const [{ spec } = { spec: undefined }] = filterByKind<Cluster>(manifests, 'RabbitmqCluster');
  expect([spec?.replicas, spec?.persistence]).toEqual([3, { storage: expect.any(String) }]);
  expect(spec?.rabbitmq.additionalConfig).toMatch(/^cluster_partition_handling = pause_minority$/m);
});

test('detects a hanging node of RabbitMQ within ten seconds, and adds queue replicas to nodes that join later', () => {
  const [{ spec } = { spec: undefined }] = filterByKind<Cluster>(manifests, 'RabbitmqCluster');
  const config = spec?.rabbitmq.additionalConfig ?? '';
  // Erlang detects it after at most a quarter more; an election then takes four seconds on a busy machine.
  expect(Number(/^net_ticktime = (\d+)$/m.exec(config)?.[1]) * 1.25).toBeLessThanOrEqual(6);
  const reconciliation = 'quorum_queue.continuous_membership_reconciliation';
  expect(config).toContain(`${reconciliation}.enabled = true\n${reconciliation}.target_group_size = 3\n`);
});

test('runs MongoDB with three members and a user for each service’s database', () => {
  const [{ spec } = { spec: undefined }] = filterByKind<ReplicaSet>(manifests, 'MongoDBCommunity');
  expect([spec?.type, spec?.members]).toEqual(['ReplicaSet', 3]);
  const [backup, ...others] = (spec?.users ?? []).toReversed();
  expect(backup).toMatchObject({
    name: 'backup',
    roles: services.flatMap((service) => [
      { name: 'read', db: `archaka_${service}` },
      { name: 'record-commands', db: `archaka_${service}` },
    ]),
  });
  const roles = spec?.security.roles.toSorted(byDatabase);
  expect(roles).toEqual(
    services.toSorted().map((service) => ({
      db: `archaka_${service}`,
      role: 'record-commands',
      privileges: [
        { resource: { db: `archaka_${service}`, collection: AUDIT_ENTRIES }, actions: ['insert'] },
      ],
      roles: [],
    })),
  );
  expect(others.toReversed().map(({ name, db, roles }) => ({ name, db, roles }))).toEqual(
    // The address contains the user's database, from which the service derives the name of its own.
    services.map((service) => ({
      name: `svc-${service}`,
      db: 'archaka',
      roles: [{ name: 'readWrite', db: `archaka_${service}` }],
    })),
  );
});

interface Certificate extends Manifest {
  readonly spec: {
    readonly secretName: string;
    readonly dnsNames?: readonly string[];
    readonly isCA?: boolean;
  };
}

test('permits TLS only to the stores, with certificates of their own authority', () => {
  const certificates = filterByKind<Certificate>(manifests, 'Certificate').map(({ spec }) => spec);
  const findDnsNames = (secret: string) =>
    certificates.find(({ secretName }) => secretName === secret)?.dnsNames;
  const [mongo] = filterByKind<ReplicaSet>(manifests, 'MongoDBCommunity');
  const [rabbitmq] = filterByKind<Cluster>(manifests, 'RabbitmqCluster');

  const mongoSecret = { name: 'mongo-tls' };
  expect(mongo?.spec).toMatchObject({
    security: {
      tls: { enabled: true, certificateKeySecretRef: mongoSecret, caCertificateSecretRef: mongoSecret },
    },
    additionalConnectionStringConfig: { tlsCAFile: '/certificates/ca.crt' },
  });
  expect(findDnsNames('mongo-tls')).toContain('*.mongo-svc.archaka.svc.cluster.local');
  expect(rabbitmq?.spec).toMatchObject({ tls: { secretName: 'rabbitmq-tls', disableNonTLSListeners: true } });
  expect(findDnsNames('rabbitmq-tls')).toContain('rabbitmq');
});

test('mounts the authority’s certificate without its key in services', () => {
  const deployments = filterByKind<Deployment>(manifests, 'Deployment').filter(({ metadata }) =>
    metadata.name.startsWith('svc-'),
  );
  expect(deployments).toHaveLength(services.length);
  for (const service of deployments) {
    const { volumes = [] } = service.spec.template.spec;
    const certificateMount = getMainContainer(service).volumeMounts?.find(
      ({ mountPath }) => mountPath === '/certificates',
    );
    expect(volumes.find(({ name }) => name === certificateMount?.name)).toMatchObject({
      secret: { secretName: 'mongo-tls', items: [{ key: 'ca.crt', path: 'ca.crt' }] },
    });
    expect(getMainContainer(service).env).toContainEqual({
      name: 'AMQP_CA_FILE',
      value: '/certificates/ca.crt',
    });
  }
});

test('denies all traffic in the cluster that no rule permits', () => {
  const networkPolicies = filterByKind<NetworkPolicy>(manifests, 'NetworkPolicy').map(({ spec }) => spec);
  expect(networkPolicies).toContainEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  const rules = networkPolicies.flatMap(({ ingress = [] }) => ingress);
  expect(rules.filter((rule) => !('from' in rule) || !('ports' in rule))).toEqual([]);
});

test('permits connections to named targets and ports only, and none of a store to the Internet', () => {
  const networkPolicies = filterByKind<NetworkPolicy>(manifests, 'NetworkPolicy');
  const rules = networkPolicies.flatMap(({ spec: { egress = [] } }) => egress);
  expect(rules.filter((rule) => !('to' in rule) || !('ports' in rule))).toEqual([]);
  const ofInternet = networkPolicies
    .filter(({ spec }) => JSON.stringify(spec.egress ?? []).includes('0.0.0.0/0'))
    .map(({ metadata }) => metadata.name);
  expect(ofInternet.sort()).toEqual(['files', 'reconciliation', 'svc-auth', 'svc-payment']);
});
