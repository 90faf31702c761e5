import { applicationCalls, applicationChecks, authCalls, updateChecks } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import { catalogue, spoken } from './messages.ts';
import { textIn } from './voices.ts';

const ofChecks = [...applicationChecks, ...updateChecks, ...authCalls.flatMap(({ checks }) => checks)].map(
  ({ message }) => message,
);
const ofRefusals = [...authCalls, ...applicationCalls].flatMap(({ answer }) =>
  Object.values(answer.refusals),
);

test('when a message of the specification is said, then it has its English exactly and Telugu words', () => {
  const all = [...catalogue.map(({ id }) => id), ...ofChecks, ...ofRefusals];
  const said = all.map((message) => [textIn('en', spoken(message)), textIn('te', spoken(message))]);
  expect(said.map(([english]) => english)).toEqual(all);
  expect(said.filter(([english, telugu]) => english === telugu)).toEqual([]);
});
