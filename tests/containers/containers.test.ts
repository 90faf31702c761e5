import { eventually, newcomer, pay, submit, ticketOf } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fromSignUpToTicket } from '../e2e/way/sign-up-to-ticket.ts';
import { docker, inspect, obstacleToContainers } from './docker.ts';
import { factsOf, inventoryOf, lockedForProduction } from './images.ts';
import { type Stack, startStack } from './stack.ts';

const obstacle = await obstacleToContainers();
if (obstacle) process.stderr.write(`The containers are not tested: ${obstacle}\n`);

/** Variables that images bring; whatever is secret comes from outside. */
const BROUGHT = [
  'PATH',
  'NODE_OPTIONS',
  'MALLOC_ARENA_MAX',
  'HOME',
  'CHROMIUM_PATH',
  'SCANNER_DIST',
  'SLICE',
];
const MOST_MEGABYTES: Readonly<Record<string, number>> = { 'svc-ticket': 800, other: 300 };
const STORES = ['mongo', 'rabbitmq'];

interface ContainerFacts {
  readonly Config: { readonly User: string };
  readonly HostConfig: { readonly ReadonlyRootfs: boolean; readonly CapDrop: readonly string[] };
  readonly State: { readonly Health?: { readonly Status: string } };
}

(obstacle ? describe.skip : describe)('the portal of docker-compose.yml', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
  });
  afterAll(() => stack?.down());

  test('the way from sign-up to a ticket is the same as without containers', async () => {
    await fromSignUpToTicket(stack);
  });

  test('every container is well', async () => {
    const ids = (await stack.running()).map(({ ID }) => ID);
    const health = async () =>
      (await inspect<ContainerFacts>('container', ids)).map(({ State }) => State.Health?.Status);

    await eventually(async () => (await health()).every((status) => status === 'healthy'), {
      timeoutMs: 30_000,
      everyMs: 500,
    });
    expect(ids).toHaveLength(8);
  });

  test('a part has no rights, and no file that it could change', async () => {
    const parts = (await stack.running()).filter(({ Service }) => !STORES.includes(Service));
    const change =
      'id -u; for place in /portal /sbom /usr/local /var/tmp; do touch $place/x && echo $place; done';

    for (const { ID } of parts) {
      const [facts] = await inspect<ContainerFacts>('container', [ID]);
      expect(facts?.HostConfig).toMatchObject({ ReadonlyRootfs: true, CapDrop: ['ALL'] });
      expect(await docker(['exec', ID, 'sh', '-c', `${change} 2>/dev/null; true`])).toBe('1000');
    }
  });

  test("svc-ticket's Chromium runs in its sandbox", async () => {
    const [ticket] = (await stack.running()).filter(({ Service }) => Service === 'svc-ticket');
    const ofRenderers =
      'for p in /proc/[0-9]*; do grep -q type=renderer $p/cmdline && grep -h ^NSpid $p/status; done; true';
    const renderers = await docker(['exec', ticket?.ID ?? '', 'sh', '-c', `(${ofRenderers}) 2>/dev/null`]);

    // Its number in the container, and one in the sandbox's own namespace at least.
    expect(renderers).toMatch(/^NSpid:(\t\d+){2,}$/m);
  });

  test('an image holds what its part uses, with a list of all that, and nothing secret', async () => {
    const needed = await lockedForProduction();

    for (const [service, image] of await stack.images()) {
      const [facts, inventory] = await Promise.all([factsOf(image), inventoryOf(image)]);
      const { packages, tests, sbom, settings } = inventory;
      process.stderr.write(`${image}: ${Math.round(facts.megabytes)} MB, ${packages.length} packages\n`);

      expect(facts.user).toBe('1000:1000');
      expect(facts.megabytes).toBeLessThan(MOST_MEGABYTES[service] ?? Number(MOST_MEGABYTES.other));
      expect(facts.labels).toMatchObject({
        'org.opencontainers.image.version': expect.stringMatching(/^\d+\.\d+\.\d+$/),
        'org.opencontainers.image.revision': expect.stringMatching(/^[0-9a-f]{40}$/),
      });
      expect(facts.variables.filter((name) => !BROUGHT.includes(String(name)))).toEqual([]);
      expect(packages.filter(({ path }) => !needed.has(path))).toEqual([]);
      expect([...tests, ...settings]).toEqual([]);

      const listed = new Set(sbom.npm.components.map(({ name, version }) => `${name}@${version}`));
      expect(packages.filter(({ name, version }) => !listed.has(`${name}@${version}`))).toEqual([]);
      const system = sbom.system.components.map(({ name }) => name);
      expect(system).toEqual(expect.arrayContaining(['node', 'libc6']));
      expect(system.includes('chromium-headless-shell')).toBe(service === 'svc-ticket');
    }
  });

  test('three svc-tickets share one queue: with one killed, the others make every ticket', async () => {
    await stack.compose('up', '--detach', '--no-build', '--no-recreate', '--scale', 'svc-ticket=3');
    const consumers = () =>
      stack.compose('exec', '-T', 'rabbitmq', 'rabbitmqctl', '-q', 'list_queues', 'name', 'consumers');
    await eventually(async () => /^svc-ticket\.events\t3$/m.test(await consumers()), {
      timeoutMs: 60_000,
      everyMs: 500,
    });

    const people = await Promise.all(Array.from({ length: 6 }, () => newcomer(stack.origin)));
    const orders = await Promise.all(people.map(submit));
    await Promise.all(people.map((person, place) => pay(person, stack.simulator, String(orders[place]))));
    const killed = (await stack.running()).find(({ Service }) => Service === 'svc-ticket');
    await docker(['kill', String(killed?.ID)]);

    for (const person of people) {
      const { data } = (await person.call('getticketsandprofile', { usr_id: person.person.id })).body;
      const ticket = await ticketOf(person, String(data[0]?.application_id), 60_000);
      expect(ticket.headers.get('x-ticket-version')).toBe('1');
    }
  });
});
