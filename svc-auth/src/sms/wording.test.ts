import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { textKinds } from '../domain/texts.ts';
import { toWording } from './wording.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

test.each(textKinds)('the text "%s" is the one that the README registers', (kind) => {
  const registered = { kind, application: '##application##', date: '##date##', link: '##link##' };
  expect(readme).toContain(toWording(registered));
});
