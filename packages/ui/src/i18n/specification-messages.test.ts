import { authCalls } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import { textIn } from './languages.ts';
import { localizeMessage, specificationMessages } from './specification-messages.ts';

/** Operators read English in their terminals, and services translate by the status. */
const applicantCalls = authCalls.filter(({ session }) => session !== 'service');
const checkMessages = applicantCalls.flatMap(({ checks }) => checks).map(({ message }) => message);
const businessErrorMessages = applicantCalls.flatMap(({ response: answer }) =>
  Object.values(answer.businessErrors),
);

test('translates a message of the specification, with its exact English [S-8.23]', () => {
  const all = [...specificationMessages.map(({ id }) => id), ...checkMessages, ...businessErrorMessages];
  const texts = all.map((message) => [
    textIn('en', localizeMessage(message)),
    textIn('te', localizeMessage(message)),
  ]);
  expect(texts.map(([english]) => english)).toEqual(all);
  expect(texts.filter(([english, telugu]) => english === telugu)).toEqual([]);
});
