import { DependencyUnavailable, type Log } from '@archaka/service-kit';
import type { TemplateName } from '../config.ts';
import { textKinds } from '../domain/texts.ts';
import { type Msg91Config, postMessage } from './msg91-flow.ts';
import type { SendText } from './send-text.ts';

/** Statuses by which a gateway reports that the message did not reach the sending system. */
const NOT_NOW: readonly (number | undefined)[] = [429, 503, 521, 522, 523];

/** The templates' variables are `application` (about an application), `date` and `link`; with a centre those of `HallFacts` too. */
export function createMsg91TextSender(config: Msg91Config, log: Log): SendText {
  const templates = config.MSG91_TEMPLATES;
  const off = textKinds.filter((kind) => !templates[kind]);
  if (off.length > 0)
    log.warn({ texts: off }, 'messages without a template are not sent: add them to MSG91_TEMPLATES');

  return async (number, { kind, hall, ...variables }) => {
    const hallTemplate = hall && templates[`${kind}-centre` as TemplateName];
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
