import { DependencyUnavailable, type Log } from '@archaka/service-kit';
import { type TextKind, textKinds } from '../domain/texts.ts';
import { type Msg91Config, postMessage } from './msg91-flow.ts';
import type { SendText } from './send-text.ts';

/** Statuses by which a gateway reports that the message did not reach the sending system. */
const NOT_NOW: readonly (number | undefined)[] = [429, 503, 521, 522, 523];

type Templates = Readonly<Record<TextKind, string | undefined>>;

const readTemplates = (config: Msg91Config): Templates => ({
  submitted: config.MSG91_TEMPLATE_SUBMITTED,
  paid: config.MSG91_TEMPLATE_PAID,
  'ticket-ready': config.MSG91_TEMPLATE_TICKET_READY,
  'edits-close': config.MSG91_TEMPLATE_EDITS_CLOSE,
  'examination-day': config.MSG91_TEMPLATE_EXAMINATION_DAY,
  'number-changed': config.MSG91_TEMPLATE_NUMBER_CHANGED,
});

/** For a text with time and place; without one the plain template is used. */
const readHallTemplates = (config: Msg91Config): Partial<Templates> => ({
  'ticket-ready': config.MSG91_TEMPLATE_TICKET_READY_CENTRE,
  'examination-day': config.MSG91_TEMPLATE_EXAMINATION_DAY_CENTRE,
});

/** The templates' variables are `application` (about an application), `date` and `link`; with a centre those of `HallFacts` too. */
export function createMsg91TextSender(config: Msg91Config, log: Log): SendText {
  const templates = readTemplates(config);
  const hallTemplates = readHallTemplates(config);
  const off = textKinds.filter((kind) => !templates[kind]);
  if (off.length > 0)
    log.warn({ texts: off }, 'messages without a template are not sent: set their MSG91_TEMPLATE variables');

  return async (number, { kind, hall, ...variables }) => {
    const hallTemplate = hall && hallTemplates[kind];
    const template_id = hallTemplate ?? templates[kind];
    if (!template_id) return 'no-template';
    const recipients = [{ mobiles: `91${number}`, ...variables, ...(hallTemplate ? hall : {}) }];
    const result = await postMessage(config, { template_id, recipients });
    if (result.kind === 'taken') return 'sent';
    if (result.kind === 'unreached' || NOT_NOW.includes(result.status))
      throw new DependencyUnavailable('MSG91', result.error);
    if (result.kind === 'refused') throw result.error;
    return 'unclear';
  };
}
