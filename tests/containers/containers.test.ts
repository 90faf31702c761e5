import {
  completePayment,
  eventually,
  registerApplicant,
  submitNewApplication,
  waitForTicket,
} from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { runHappyPath } from '../e2e/happy-path/run-happy-path.ts';
import { findContainerError, inspect, runDocker } from './docker.ts';
import {
  countCompiledModules,
  findOutdatedSources,
  listProductionPackages,
  readImageFacts,
  readInventory,
} from './images.ts';
import { type Stack, startStack } from './stack.ts';

const containerError = await findContainerError();
if (containerError) process.stderr.write(`The containers are not tested: ${containerError}\n`);

/** Variables that images define; secrets are set at the start. */
const BASE_IMAGE_VARIABLES = [
  'PATH',
  'NODE_OPTIONS',
  'NODE_COMPILE_CACHE',
  'MALLOC_ARENA_MAX',
  'HOME',
  'CHROMIUM_PATH',
  'HOST',
  'SCANNER_DIST',
  'SLICE',
];
const MAX_MEGABYTES: Readonly<Record<string, number>> = { 'svc-ticket': 800, other: 300 };
const STORES = ['mongo', 'rabbitmq'];

interface ContainerFacts {
  readonly Config: { readonly User: string };
  readonly HostConfig: { readonly ReadonlyRootfs: boolean; readonly CapDrop: readonly string[] };
  readonly State: { readonly Health?: { readonly Status: string } };
}

(containerError ? describe.skip : describe)('the portal of docker-compose.yml', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
  });
  afterAll(() => stack?.down());

  test('completes the happy path from sign-up to a ticket', async () => {
    await runHappyPath(stack);
  });

  test('reports every container as healthy', async () => {
    const ids = (await stack.running()).map(({ ID }) => ID);
    const readHealth = async () =>
      (await inspect<ContainerFacts>('container', ids)).map(({ State }) => State.Health?.Status);

    await eventually(async () => (await readHealth()).every((status) => status === 'healthy'), {
      timeoutMs: 30_000,
      intervalMs: 500,
    });
    expect(ids).toHaveLength(9);
  });

  test('runs components without capabilities and with a read-only file system', async () => {
    const components = (await stack.running()).filter(({ Service }) => !STORES.includes(Service));
    const change =
      'id -u; for place in /portal /sbom /usr/local /var/tmp; do touch $place/x && echo $place; done';

    for (const { ID } of components) {
      const [facts] = await inspect<ContainerFacts>('container', [ID]);
      expect(facts?.HostConfig).toMatchObject({ ReadonlyRootfs: true, CapDrop: ['ALL'] });
      expect(await runDocker(['exec', ID, 'sh', '-c', `${change} 2>/dev/null; true`])).toBe('1000');
    }
  });

  test("runs svc-ticket's Chromium in its sandbox", async () => {
    const [ticket] = (await stack.running()).filter(({ Service }) => Service === 'svc-ticket');
    const countRenderers =
      'for p in /proc/[0-9]*; do grep -q type=renderer $p/cmdline && grep -h ^NSpid $p/status; done; true';
    const renderers = await runDocker([
      'exec',
      ticket?.ID ?? '',
      'sh',
      '-c',
      `(${countRenderers}) 2>/dev/null`,
    ]);

    // Its pid in the container, and at least one in the sandbox's namespace.
    expect(renderers).toMatch(/^NSpid:(\t\d+){2,}$/m);
  });

  test('builds images with the present sources, production packages only, a complete SBOM and no secrets', async () => {
    const productionPackages = await listProductionPackages();

    for (const [service, image] of await stack.images()) {
      const [facts, inventory] = await Promise.all([readImageFacts(image), readInventory(image)]);
      const { packages, tests, sbom, settings } = inventory;
      process.stderr.write(`${image}: ${Math.round(facts.megabytes)} MB, ${packages.length} packages\n`);

      expect(facts.user).toBe('1000:1000');
      expect(facts.megabytes).toBeLessThan(MAX_MEGABYTES[service] ?? Number(MAX_MEGABYTES.other));
      expect(facts.labels).toMatchObject({
        'org.opencontainers.image.version': expect.stringMatching(/^\d+\.\d+\.\d+$/),
        'org.opencontainers.image.revision': expect.stringMatching(/^[0-9a-f]{40}$/),
      });
      expect(facts.variables.filter((name) => !BASE_IMAGE_VARIABLES.includes(String(name)))).toEqual([]);
      expect(inventory.sources).not.toEqual([]);
      expect(await findOutdatedSources(inventory)).toEqual([]);
      expect(packages.filter(({ path }) => !productionPackages.has(path))).toEqual([]);
      expect([...tests, ...settings]).toEqual([]);

      const listedPackages = new Set(sbom.npm.components.map(({ name, version }) => `${name}@${version}`));
      expect(packages.filter(({ name, version }) => !listedPackages.has(`${name}@${version}`))).toEqual([]);
      const system = sbom.system.components.map(({ name }) => name);
      expect(system).toEqual(expect.arrayContaining(['node', 'libc6']));
      expect(system.includes('chromium-headless-shell')).toBe(service === 'svc-ticket');
    }
  });

  test('starts components with modules that their images have compiled', async () => {
    const images = await stack.images();
    for (const component of ['svc-auth', 'svc-application', 'svc-payment', 'svc-ticket', 'shell']) {
      const { found, missing } = await countCompiledModules(String(images.get(component)));

      expect({ component, missing }).toEqual({ component, missing: 0 });
      expect(found).toBeGreaterThan(500);
    }
  });

  test('issues every ticket when one of three svc-tickets on a queue is killed', async () => {
    await stack.compose('up', '--detach', '--no-build', '--no-recreate', '--scale', 'svc-ticket=3');
    const countConsumers = () =>
      stack.compose('exec', '-T', 'rabbitmq', 'rabbitmqctl', '-q', 'list_queues', 'name', 'consumers');
    await eventually(async () => /^svc-ticket\.events\t3$/m.test(await countConsumers()), {
      timeoutMs: 120_000,
      intervalMs: 500,
    });

    const applicants = await Promise.all(Array.from({ length: 6 }, () => registerApplicant(stack.origin)));
    const orders = await Promise.all(applicants.map(submitNewApplication));
    await Promise.all(
      applicants.map((applicant, index) =>
        completePayment(applicant, stack.simulator, String(orders[index])),
      ),
    );
    const killedContainer = (await stack.running()).find(({ Service }) => Service === 'svc-ticket');
    await runDocker(['kill', String(killedContainer?.ID)]);

    for (const applicant of applicants) {
      const { data } = (await applicant.call('getticketsandprofile', { usr_id: applicant.person.id })).body;
      const ticket = await waitForTicket(applicant, String(data[0]?.application_id), 60_000);
      expect(ticket.headers.get('x-ticket-version')).toBe('1');
    }
  });
});
