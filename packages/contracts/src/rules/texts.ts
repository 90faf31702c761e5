const aboutApplication = ['application', 'date', 'link'] as const;
const withHall = [...aboutApplication, 'day', 'time', 'centre', 'centre_te'] as const;

/**
 * The messages by SMS about an application or an account, with the variables that a wording may have. `-centre` replaces
 * the message of its name once date, time and centre are known.
 */
export const textVariables = {
  submitted: aboutApplication,
  paid: aboutApplication,
  'ticket-ready': aboutApplication,
  'ticket-ready-centre': withHall,
  'edits-close': aboutApplication,
  'examination-day': aboutApplication,
  'examination-day-centre': withHall,
  'correction-required': aboutApplication,
  rejected: aboutApplication,
  'result-published': aboutApplication,
  'number-changed': ['date', 'link'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type TextName = keyof typeof textVariables;

export const textNames = Object.keys(textVariables) as TextName[];

/** Letters of a wording. */
export const MAX_WORDING = 1000;
/** As the provider gives it. */
const templateId = /^[\w-]{1,40}$/;

const variable = /##([a-z_]+)##/g;

/** Each `##variable##` is one of the message, and none is written otherwise. */
function fitsVariables(name: TextName, wording: string): boolean {
  const known: readonly string[] = textVariables[name];
  const used = [...wording.matchAll(variable)].map(([, each = '']) => each);
  return used.every((each) => known.includes(each)) && !/##|\{#/.test(wording.replaceAll(variable, ''));
}

interface RegisteredText {
  readonly template?: string | undefined;
  readonly wording: string;
}

/** What is wrong with the messages, by `<message>.<field>`. */
export function findTextFaults(texts: Readonly<Partial<Record<TextName, RegisteredText>>>) {
  return textNames.flatMap((name) => {
    const { template, wording = '' } = texts[name] ?? {};
    const isNamed = template === undefined || templateId.test(template);
    return [
      ...(isNamed ? [] : [{ field: `${name}.template`, message: 'Is no ID of a template' }]),
      ...(texts[name] && !wording ? [{ field: `${name}.wording`, message: 'Is empty' }] : []),
      ...(fitsVariables(name, wording)
        ? []
        : [{ field: `${name}.wording`, message: 'Has other variables than its message' }]),
    ];
  });
}

export const fillWording = (wording: string, values: Readonly<Record<string, string>>): string =>
  wording.replaceAll(variable, (_, name) => values[name] ?? '');

/** Letters of a notice in each language. */
export const MAX_NOTICE = 300;

/** Letters of an appeal. */
export const MIN_APPEAL = 20;
export const MAX_APPEAL = 1000;

/** Letters of a grievance, of an answer and of what was agreed. */
export const MAX_GRIEVANCE = 1000;

interface Period {
  readonly from: string;
  readonly until: string;
}

type NoticePhase = 'coming' | 'current' | 'over';

/** @param now milliseconds as in `Date.now()`; a notice is in effect from its first instant until before its last */
export function toNoticePhase({ from, until }: Period, now: number): NoticePhase {
  if (now >= Date.parse(until)) return 'over';
  return now < Date.parse(from) ? 'coming' : 'current';
}

export const isNoticeInEffect = (period: Period, now: number): boolean =>
  toNoticePhase(period, now) === 'current';
