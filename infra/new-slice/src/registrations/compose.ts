import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nextOffset } from './launcher.ts';
import { after, type Registration } from './registration.ts';

const file = 'docker-compose.yml';

/** A remote's container, which publishes its bundle, is like the other remotes'. */
export const composeRemote: Registration = {
  file,
  add: (text, { folder }) => {
    const block = blockOf('mf-history', text).replaceAll('mf-history', folder);
    return after(text, blockPattern('mf-history'), block);
  },
};

/** A service's container is like svc-payment's, with no more variables than all services have. */
export const composeService = (checkout: string): Registration => ({
  file,
  add: (text, { folder, name }) => {
    const parts = readFileSync(join(checkout, 'infra/launcher/src/parts.ts'), 'utf8');
    const port = 8080 + nextOffset(parts);
    const variable = name.toUpperCase();
    const block = blockOf('svc-payment', text)
      .replaceAll('svc-payment', folder)
      .replace(/( {4}environment:\n)(( {6}.*\n)+)/, (_all, begin, lines) => begin + ofEveryService(lines))
      .replace(/PORT: \d+/, `PORT: ${port}`)
      .replaceAll('SVC_PAYMENT_', `SVC_${variable}_`);
    const withBlock = after(text, blockPattern('svc-payment'), block);
    const withAddress = after(
      withBlock,
      /\n( {2}[A-Z]+_URL: http:\/\/svc-[a-z]+:\d+\n)+/,
      `  ${variable}_URL: http://${folder}:${port}\n`,
    );
    return after(withAddress, /\n( {6}svc-[a-z]+: \*started\n)+/, `      ${folder}: *started\n`);
  },
});

const ofEveryService = (lines: string): string =>
  lines
    .split('\n')
    .filter((line) => line === '' || /^ {6}(<<|PORT|SERVICE_KEY|MONGO_URL|AMQP_URL):/.test(line))
    .join('\n');

/** A container, from its name to the next one's; what stands between is its own. */
const blockPattern = (name: string) => new RegExp(`\\n {2}${name}:\\n(( {4}.*)?\\n(?! {2}#))+`);

const blockOf = (name: string, text: string): string => blockPattern(name).exec(text)?.[0].slice(1) ?? '';
