import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { hallTextKinds, textKinds } from '../domain/texts.ts';
import { toWording } from './sms-sender.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

test.each(textKinds)(`equals the README's registered text for "%s"`, (kind) => {
  const registered = { kind, application: '##application##', date: '##date##', link: '##link##' };
  expect(readme).toContain(toWording(registered));
});

test.each(hallTextKinds)(`equals the README's registered text for "%s" with a centre`, (kind) => {
  const hall = { day: '##day##', time: '##time##', centre: '##centre##', centre_te: '##centre_te##' };
  const registered = { kind, application: '##application##', date: '##date##', link: '##link##', hall };
  expect(toWording(registered)).toContain('##centre_te##');
  expect(readme).toContain(toWording(registered));
});
