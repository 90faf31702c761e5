import { type Examination, routes } from '@archaka/contracts';
import type { ResultField, ResultForm } from '../../domain/result.ts';
import { outcomeSentences, type PublishedResult, resultLabels, toPaperRows } from '../../domain/result.ts';
import { type LocalizedText, toExamType, toLabel } from '../../domain/ticket-content.ts';
import { createPublicPolicy, type Html, html, renderPublicPage } from '../../render/html.ts';
import { renderMarks } from '../../render/memo-page.ts';
import { renderWords } from '../../render/ticket-page.ts';

export const pagePolicy = createPublicPolicy("'self'");

type Words = Required<LocalizedText>;

const title = toLabel('పరీక్షా ఫలితం', 'Examination result');
const mistakeTitle = toLabel('సరిచేయండి: పరీక్షా ఫలితం', 'Correct this: Examination result');

const fields: Readonly<Record<ResultField, { label: Words; hint: Words; mistake: Words }>> = {
  roll_number: {
    label: resultLabels.rollNumber,
    hint: toLabel('హాల్ టికెట్‌పై ఉన్నట్టు, ఉదా. 24-101-0042', 'As on the hall ticket, e.g. 24-101-0042'),
    mistake: toLabel('రోల్ నంబరు 24-101-0042 లాగా ఉండాలి', 'The roll number must look like 24-101-0042'),
  },
  dob: {
    label: toLabel('పుట్టిన తేదీ', 'Date of birth'),
    hint: toLabel('రోజు, నెల, సంవత్సరం, ఉదా. 02-06-1984', 'Day, month and year, e.g. 02-06-1984'),
    mistake: toLabel('పుట్టిన తేదీ 02-06-1984 లాగా ఉండాలి', 'The date of birth must look like 02-06-1984'),
  },
};

/** The same sentence for an unknown number, another date and an unpublished result. */
const NOT_FOUND = toLabel(
  'ఈ రోల్ నంబరుకు, పుట్టిన తేదీకి ప్రచురించిన ఫలితం లేదు. రెండింటినీ హాల్ టికెట్‌తో సరిచూసుకోండి.',
  'There is no published result for this roll number and date of birth. Compare both with the hall ticket.',
);

const toLimitedText = (minutes: number): Words =>
  toLabel(
    `చాలా ప్రయత్నాలు జరిగాయి. ${minutes} నిమిషాల తర్వాత మళ్లీ ప్రయత్నించండి. లాగిన్ అయిన అభ్యర్థులు తమ ఫలితాన్ని ఇప్పుడే చూడవచ్చు.`,
    `There were too many attempts. Try again in ${minutes} minutes. Candidates who sign in see their own result now.`,
  );

interface PageContext {
  readonly examination: Examination;
  readonly trial: boolean;
}

export interface FormState {
  readonly typed: ResultForm;
  readonly mistakes?: readonly ResultField[];
  readonly notFound?: boolean;
  /** Until the next attempt. */
  readonly secondsToWait?: number;
}

/** A keypad without letters where no roll number has any. */
const toInputMode = ({ centres = [] }: Examination): string =>
  centres.every(({ code }) => /^\d+$/.test(code)) ? 'numeric' : 'text';

function renderField(name: ResultField, inputMode: string, { typed, mistakes = [] }: FormState): Html {
  const { label, hint, mistake } = fields[name];
  const isWrong = mistakes.includes(name);
  return html`<div>
        <label for="${name}">${renderWords(label)}</label>
        <p class="hint" id="${name}-hint">${renderWords(hint)}</p>
        ${isWrong ? html`<p class="problem" id="${name}-problem">${renderWords(mistake)}</p>` : []}
        <input id="${name}" name="${name}" value="${typed[name]}" inputmode="${inputMode}" autocomplete="off" maxlength="40" required aria-describedby="${name}-hint${isWrong ? ` ${name}-problem` : ''}"${isWrong ? html` aria-invalid="true"` : []}>
      </div>`;
}

const renderNotice = (words: Words): Html => html`<p class="notice" role="status">${renderWords(words)}</p>`;

export function renderFormPage(state: FormState, { examination, trial }: PageContext): string {
  const { mistakes = [], notFound, secondsToWait } = state;
  const notices = [
    ...(notFound ? [NOT_FOUND] : []),
    ...(secondsToWait === undefined ? [] : [toLimitedText(Math.ceil(secondsToWait / 60))]),
  ];
  return renderPublicPage({
    title: mistakes.length > 0 ? mistakeTitle : title,
    examination,
    trial,
    main: html`
      <h1 class="plain">${renderWords(title)}</h1>
      ${notices.map(renderNotice)}
      <form method="post" action="${routes.findResult.path}" novalidate>
        ${renderField('roll_number', toInputMode(examination), state)}
        ${renderField('dob', 'numeric', state)}
        <button>${renderWords(toLabel('ఫలితం చూడండి', 'See the result'))}</button>
      </form>
      <p><a href="/">${renderWords(toLabel('పోర్టల్‌కు వెళ్లండి', 'Go to the portal'))}</a></p>
    `,
  });
}

const renderFact = (label: Words, value: LocalizedText): Html =>
  html`<div><dt>${label.te} <span lang="en">${label.en}</span></dt><dd>${renderWords(value)}</dd></div>`;

interface FoundResult {
  readonly rollNumber: string;
  readonly published: PublishedResult;
}

/** Neither name nor application id: who knows the number and the date learns the marks alone. */
export function renderResultPage(
  { rollNumber, published: { applicationVersion, result } }: FoundResult,
  { examination, trial }: PageContext,
): string {
  const { examType, examination: examinationLabel, rollNumber: rollNumberLabel } = resultLabels;
  const words = outcomeSentences[result.outcome];
  return renderPublicPage({
    title,
    examination,
    trial,
    main: html`
      <h1 class="${result.outcome}">${words.te} <span lang="en">${words.en}</span></h1>
      <dl>
        ${renderFact(examinationLabel, toLabel(examination.name_te, examination.name))}
        ${renderFact(examType, toExamType(applicationVersion.snapshot.exam_type, examination))}
        ${renderFact(rollNumberLabel, { te: rollNumber })}
      </dl>
      ${renderMarks(toPaperRows(result, examination))}
      <p><a href="${routes.resultsPage.path}">${renderWords(toLabel('మరో ఫలితం చూడండి', 'See another result'))}</a></p>
    `,
  });
}
