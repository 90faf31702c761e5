import { CommandError } from '@archaka/service-kit/command-line';
import { parseBrokerPasswords } from './broker.ts';
import { portalComponents, resolveAddresses } from './components.ts';
import { createEnvironment } from './processes.ts';
import { findLastRun, type Run } from './run-file.ts';
import { loadOrCreateSecrets } from './secrets.ts';
import type { Settings } from './settings.ts';

/**
 * The variables that a command needs besides the environment, as a component of the portal: the running portal of the data
 * folder provides them. The environment takes precedence, so with all variables set no portal is needed.
 * @throws CommandError when there is neither a portal nor a store in the environment, or a key is missing
 */
export function createOperatorEnvironment(component: string, settings: Settings): Record<string, string> {
  const { env, dataDir } = settings;
  const run = findLastRun(dataDir);
  if (run?.mongoUrl && run.amqpUrl)
    return omitGiven(env, createComponentEnvironment(component, { ...settings, run }));
  if (env.MONGO_URL) return {};
  throw new CommandError(
    `No portal runs with the data folder ${dataDir}: start it, set its DATA_DIR, or set MONGO_URL and the other variables of ${component}.`,
  );
}

function createComponentEnvironment(
  name: string,
  { run, ...settings }: Settings & { run: Run },
): Record<string, string> {
  if (name === 'svc-payment' && !run.parts['razorpay-sim'] && !settings.env.RAZORPAY_KEY_ID) {
    throw new CommandError(
      'The portal uses real keys of Razorpay: set RAZORPAY_KEY_ID and the secrets as for npm start.',
    );
  }
  const component = portalComponents(settings.env).find((each) => each.name === name);
  if (!component) throw new CommandError(`The portal has no component ${name}.`);
  const secrets = loadOrCreateSecrets(settings.dataDir, settings.env);
  const localSettings = { ...settings, port: run.parts.shell?.port ?? settings.port };
  return createEnvironment(component, {
    ...localSettings,
    ...resolveAddresses(localSettings),
    mongoUrl: run.mongoUrl ?? '',
    amqpUrl: run.amqpUrl ?? '',
    secrets,
    brokerPasswords: run.parts.rabbitmq ? secrets.brokerPasswords : parseBrokerPasswords(settings.env),
    chromium: '',
    sliceStore: '',
  });
}

const omitGiven = (given: NodeJS.ProcessEnv, variables: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !given[name]));
