import { join } from 'node:path';
import { findOrInstallChromium } from '@archaka/engines';
import type { CommandLine } from '@archaka/service-kit/command-line';
import { readBrokerTlsOptions } from './broker.ts';
import { checkChromium } from './doctor/chromium.ts';
import { checkDisk, checkKernel, checkMemory, checkNode, checkNpm, checkPorts } from './doctor/machine.ts';
import { checkSecrets, checkServices, checkSlices } from './doctor/portal.ts';
import { formatFinding, runChecks } from './doctor/run-checks.ts';
import { checkCertificates, checkClock, checkMongo, checkRabbit, openStores } from './doctor/stores.ts';
import { runLauncherCommand } from './operator-command.ts';
import { findActiveRun } from './run-file.ts';

interface Options {
  readonly json: boolean;
}

const commandLine: CommandLine<Options> = {
  name: 'doctor',
  description:
    'Reports whether this machine can run the portal of DATA_DIR, and what to do where it cannot. With a running portal it checks its stores and components; else it temporarily starts a MongoDB and a RabbitMQ. Exit code 1: a check failed, or could not run.',
  examples: ['', '--json'],
  define: (program, choose) => {
    program.option('--json', 'prints one JSON object a line', false).action(({ json }) => choose({ json }));
  },
};

await runLauncherCommand(commandLine, async ({ options: { json }, settings }) => {
  const { dataDir, env } = settings;
  const run = findActiveRun(dataDir);
  const runs = run !== undefined;
  const stores = await openStores(env, run);
  try {
    const findings = await runChecks(
      {
        Node: () => checkNode(),
        system: checkKernel,
        npm: checkNpm,
        memory: () => checkMemory({ runs }),
        disk: () => checkDisk(dataDir),
        ports: () => checkPorts({ ...settings, port: run?.parts.shell?.port ?? settings.port }, { runs }),
        secrets: () => checkSecrets(dataDir),
        MongoDB: async () => checkMongo(await stores.mongoUrl()),
        clock: async () => checkClock(await stores.mongoUrl()),
        RabbitMQ: async () => checkRabbit(await stores.amqpUrl(), readBrokerTlsOptions(env)),
        certificates: async () => checkCertificates([await stores.mongoUrl(), await stores.amqpUrl()]),
        Chromium: async () => checkChromium(await findOrInstallChromium({ env })),
        slices: () => checkSlices(join(dataDir, 'slices')),
        ...(runs ? { services: () => checkServices(run) } : {}),
      },
      (finding) => console.log(json ? JSON.stringify(finding) : formatFinding(finding)),
    );
    return findings.some(({ todo }) => todo !== undefined) ? 1 : 0;
  } finally {
    await stores.close();
  }
});
