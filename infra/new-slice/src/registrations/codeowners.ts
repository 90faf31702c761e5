import { after, type Registration } from './registration.ts';

const WIDTH = 24;

export const codeowners: Registration = {
  file: 'CODEOWNERS',
  add: (text, { folder, team }) => after(text, /\n$/, `${`/${folder}/`.padEnd(WIDTH)}${team}\n`),
};
