/**
 * Tells whether this machine can run the portal, and what to do where it cannot. Beside a portal that runs it looks
 * at its stores and parts; else it starts a MongoDB and a RabbitMQ of its own for the while.
 *
 *     npm run doctor
 *
 * Exit code 0: the portal can run, with warnings perhaps; 1: something is wrong; 2: it could not look.
 */
import { join } from 'node:path';
import { findOrInstallChromium } from '@archaka/engines';
import { brokerTrust } from './broker-trust.ts';
import { lookAtCertificates } from './doctor/certificates.ts';
import { lookAtChromium } from './doctor/chromium.ts';
import { lookAll, wordsOf } from './doctor/finding.ts';
import { lookAtDisk, lookAtMemory, lookAtNode, lookAtNpm } from './doctor/machine.ts';
import { lookAtClock, lookAtMongo } from './doctor/mongodb.ts';
import { lookAtPorts } from './doctor/ports.ts';
import { lookAtRabbit } from './doctor/rabbitmq.ts';
import { lookAtSecrets } from './doctor/secrets.ts';
import { lookAtServices } from './doctor/services.ts';
import { lookAtSlices } from './doctor/slices.ts';
import { openStores } from './doctor/stores.ts';
import { operatorCommand } from './operator-command.ts';
import { readWhatRuns } from './run-file.ts';
import { Sentence } from './sentence.ts';

await operatorCommand('doctor', async (args, settings) => {
  if (args.length > 0) throw new Sentence('npm run doctor takes no arguments; DATA_DIR says which portal.');
  const { dataDir, env } = settings;
  const run = readWhatRuns(dataDir);
  const runs = run !== undefined;
  const stores = await openStores(env, run);
  try {
    const findings = await lookAll(
      {
        Node: lookAtNode,
        npm: lookAtNpm,
        memory: () => lookAtMemory({ runs }),
        disk: () => lookAtDisk(dataDir),
        ports: () => lookAtPorts({ ...settings, port: run?.parts.shell?.port ?? settings.port }, { runs }),
        secrets: () => lookAtSecrets(dataDir),
        MongoDB: async () => lookAtMongo(await stores.mongoUrl()),
        clock: async () => lookAtClock(await stores.mongoUrl()),
        RabbitMQ: async () => lookAtRabbit(await stores.amqpUrl(), brokerTrust(env)),
        certificates: async () => lookAtCertificates([await stores.mongoUrl(), await stores.amqpUrl()]),
        Chromium: async () => lookAtChromium(await findOrInstallChromium({ env })),
        slices: () => lookAtSlices(join(dataDir, 'slices')),
        ...(runs ? { services: () => lookAtServices(run) } : {}),
      },
      (finding) => console.log(wordsOf(finding)),
    );
    return findings.some(({ todo }) => todo !== undefined) ? 1 : 0;
  } finally {
    await stores.close();
  }
});
