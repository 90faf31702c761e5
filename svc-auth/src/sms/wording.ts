import type { Text } from './send-text.ts';

/** As registered with the operators (README); the dev inbox shows them. */
const wordings: Readonly<Record<Text['kind'], (text: Text) => string>> = {
  submitted: ({ application, date, link }) =>
    `దరఖాస్తు ${application} ${date}న అందింది. రుసుము చెల్లిస్తే పూర్తవుతుంది. Application ${application} received on ${date}. Pay the fee to complete it: ${link}`,
  paid: ({ application, date, link }) =>
    `దరఖాస్తు ${application} రుసుము ${date}న చెల్లించబడింది. The fee for application ${application} was paid on ${date}: ${link}`,
  'ticket-ready': ({ application, date, link }) =>
    `దరఖాస్తు ${application} హాల్ టికెట్ ${date}న సిద్ధమైంది. The hall ticket for application ${application} is ready since ${date}: ${link}`,
  'edits-close': ({ application, date, link }) =>
    `దరఖాస్తు ${application} సవరణలకు చివరి రోజు ${date}. The last day to edit application ${application} is ${date}: ${link}`,
  'examination-day': ({ application, date, link }) =>
    `దరఖాస్తు ${application} పరీక్ష తేదీ ${date}. హాల్ టికెట్ తెచ్చుకోండి. The examination for application ${application} is on ${date}. Bring your hall ticket: ${link}`,
};

export const toWording = (text: Text): string => wordings[text.kind](text);
