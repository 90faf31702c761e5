import { insertAfter, type Registration } from './registration.ts';

const WIDTH = 24;

export const codeowners: Registration = {
  file: 'CODEOWNERS',
  add: (text, { folder, team }) => insertAfter(text, /\n$/, `${`/${folder}/`.padEnd(WIDTH)}${team}\n`),
};
