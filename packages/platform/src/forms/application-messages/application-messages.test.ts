import { accommodationChecks, applicationCalls, applicationChecks, updateChecks } from '@archaka/contracts';
import { textIn } from '@archaka/ui';
import { expect, test } from '@jest/globals';
import { applicationMessages } from './application-messages.ts';

const checkMessages = [...applicationChecks, ...updateChecks, ...accommodationChecks].map(
  ({ message }) => message,
);
const businessErrorMessages = applicationCalls.flatMap(({ response }) =>
  Object.values(response.businessErrors),
);
/** The update form's variant of one message ends in its own full stop. */
const trimFullStop = (message: string) => message.replace(/\s+\.$/, '');

test('translates a message about an application, with its exact English [S-8.23]', () => {
  const said = [...applicationMessages.map(({ id }) => id), ...checkMessages, ...businessErrorMessages];
  const ids = said.map(trimFullStop);
  expect(ids.map((id) => textIn('en', { id }))).toEqual(ids);
  expect(ids.filter((id) => textIn('te', { id }) === id)).toEqual([]);
});
