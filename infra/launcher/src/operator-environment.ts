import { addresses } from './addresses.ts';
import { givenPasswords } from './broker.ts';
import { portalParts } from './parts.ts';
import { environment } from './processes.ts';
import { type Run, readRun } from './run-file.ts';
import { keepSecrets } from './secrets.ts';
import { Sentence } from './sentence.ts';
import type { Settings } from './settings.ts';

/**
 * What the environment lacks to run a command as a part of the portal would: the running portal of the data
 * folder has it. Variables given from outside come first, so where all are given no portal is needed.
 * @throws Sentence when there is neither a portal nor a store given from outside, or a key is missing
 */
export function operatorEnvironment(part: string, settings: Settings): Record<string, string> {
  const { env, dataDir } = settings;
  const run = readRun(dataDir);
  if (run?.mongoUrl && run.amqpUrl) return without(env, environmentIn(part, { ...settings, run }));
  if (env.MONGO_URL) return {};
  throw new Sentence(
    `No portal runs with the data folder ${dataDir}: start it, name its DATA_DIR, or give MONGO_URL and the other variables of ${part}.`,
  );
}

function environmentIn(name: string, { run, ...settings }: Settings & { run: Run }): Record<string, string> {
  if (name === 'svc-payment' && !run.parts['razorpay-sim'] && !settings.env.RAZORPAY_KEY_ID) {
    throw new Sentence(
      'The portal runs with keys of its own at Razorpay: give RAZORPAY_KEY_ID and the secrets that npm start was given.',
    );
  }
  const part = portalParts(settings.env).find((each) => each.name === name);
  if (!part) throw new Sentence(`The portal has no part ${name}.`);
  const secrets = keepSecrets(settings.dataDir, settings.env);
  const here = { ...settings, port: run.parts.shell?.port ?? settings.port };
  return environment(part, {
    ...here,
    ...addresses(here),
    mongoUrl: run.mongoUrl ?? '',
    amqpUrl: run.amqpUrl ?? '',
    secrets,
    brokerPasswords: run.parts.rabbitmq ? secrets.brokerPasswords : givenPasswords(settings.env),
    chromium: '',
    sliceStore: '',
  });
}

const without = (given: NodeJS.ProcessEnv, all: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !given[name]));
