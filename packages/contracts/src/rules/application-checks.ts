import type { Check, RawBody } from '../check.ts';
import type { Examination } from '../examination.ts';
import { isPaperChosen } from './optional-checks.ts';
import { createPrintedCheck } from './printed-text.ts';
import {
  isBlankName,
  isBlankText,
  isEmpty,
  isPrintable,
  isRealDate,
  parseLanguages,
  parseWholeNumber,
  toText,
} from './values.ts';

/** `exam_regular` of an application for papers that were failed before. */
export const COMPARTMENTAL = 2;

const isMissing = (field: string) => (body: RawBody) => isEmpty(body[field]);
const isNotDigits = (field: string, length: number) => (body: RawBody) =>
  !new RegExp(`^\\d{${length}}$`).test(toText(body[field]));
const isNotName = (field: string) => (body: RawBody) =>
  isBlankName(body[field]) || !isPrintable(body[field], { maxLength: 200 });
type TicketRules = Pick<Examination, 'earlier_hall_tickets'>;

/** Whether earlier examinations had such ticket numbers; any number does where the examination has no rule. */
export const fitsEarlierTickets = (number: string, { earlier_hall_tickets: rule }: TicketRules): boolean =>
  !rule || new RegExp(`^(?:${rule.pattern})$`).test(number);

const isNotHallTicket = ({ pasthallticket }: RawBody, examination: TicketRules) =>
  isBlankText(pasthallticket) ||
  !isPrintable(toText(pasthallticket), { maxLength: 40 }) ||
  !fitsEarlierTickets(toText(pasthallticket).trim(), examination);
const hasNoFile = (field: string) => (body: RawBody) => !Array.isArray(body[field]) || isEmpty(body[field]);
const hasNoPlace = (name: string) => (body: RawBody) =>
  isEmpty(body[name]) || parseWholeNumber(body[`${name}_id`]) === undefined;

const isCompartmental = (body: RawBody) => parseWholeNumber(body.exam_regular) === COMPARTMENTAL;
const whenCompartmental = (fails: (body: RawBody) => boolean) => (body: RawBody) =>
  isCompartmental(body) && fails(body);

const unlessPaper =
  (fails: (body: RawBody) => boolean): Check['fails'] =>
  (body, examination) =>
    !isPaperChosen(body, examination) && fails(body);

export const PREVIOUS_CERTIFICATE_MESSAGE = 'Upload the Pervious Certificate';

/**
 * The 18 ordered checks of the specification, section 5; a check with two messages has two lines. Whether the ticket
 * can print a text is checked after the text.
 */
export const applicationChecks: readonly Check[] = [
  { field: 'number', message: 'Please Enter Number', fails: isMissing('number') },
  { field: 'number', message: 'Please Enter the valid Number', fails: isNotDigits('number', 10) },
  { field: 'aadhar', message: 'Please Enter Aadhar', fails: unlessPaper(isMissing('aadhar')) },
  {
    field: 'aadhar',
    message: 'Please Enter the valid Aadhar',
    fails: unlessPaper(isNotDigits('aadhar', 12)),
  },
  { field: 'name', message: 'Please Enter name', fails: isNotName('name') },
  /* @__PURE__ */ createPrintedCheck('name'),
  { field: 'father_name', message: 'Please Enter Father Name', fails: isNotName('father_name') },
  /* @__PURE__ */ createPrintedCheck('father_name'),
  {
    field: 'dob',
    message: 'Select Date of Birth',
    fails: ({ dob }, { latest_dob }) =>
      !isRealDate(dob) || toText(dob) > latest_dob || toText(dob) < '1900-01-01',
  },
  {
    field: 'birthcertificate',
    message: 'Please Upload Birth Certificate',
    fails: hasNoFile('birthcertificate'),
  },
  {
    field: 'postal_address',
    message: 'Please Enter Postal Address',
    fails: ({ postal_address }) =>
      isBlankText(postal_address) || !isPrintable(postal_address, { maxLength: 500, multiline: true }),
  },
  /* @__PURE__ */ createPrintedCheck('postal_address'),
  { field: 'district', message: 'Select the District', fails: hasNoPlace('district') },
  { field: 'mandal', message: 'Select the Mandal', fails: hasNoPlace('mandal') },
  {
    field: 'exam_type',
    message: 'Select the Exam Type',
    fails: (body, { exam_types }) => !exam_types.some(({ id }) => id === parseWholeNumber(body.exam_type)),
  },
  {
    field: 'perviouscertificate',
    message: PREVIOUS_CERTIFICATE_MESSAGE,
    fails: (body, { exam_types }) =>
      exam_types.some(
        (type) => type.id === parseWholeNumber(body.exam_type) && type.previous_certificate !== null,
      ) && hasNoFile('perviouscertificate')(body),
  },
  {
    field: 'exam_regular',
    message: 'Select the Regular or Compentment',
    fails: (body) => ![1, COMPARTMENTAL].includes(parseWholeNumber(body.exam_regular) ?? 0),
  },
  {
    field: 'pasthallticket',
    message: 'Please Enter Postal Hall Ticket',
    fails: (body, examination) =>
      (isCompartmental(body) || !isEmpty(body.pasthallticket)) && isNotHallTicket(body, examination),
  },
  /* @__PURE__ */ createPrintedCheck('pasthallticket'),
  {
    field: 'markmemos',
    message: 'Upload the Marks Memos Certificate',
    fails: whenCompartmental(hasNoFile('markmemos')),
  },
  {
    field: 'language',
    message: 'Select the Language',
    fails: (body, { languages }) =>
      isCompartmental(body) &&
      !parseLanguages(body.language).some((choice) =>
        languages.some(({ language_id }) => language_id === choice.language_id),
      ),
  },
  { field: 'centre_district', message: 'Select the Centre district', fails: hasNoPlace('centre_district') },
  {
    field: 'agamamu',
    message: 'Select the Agamamu',
    fails: ({ agamamu }, { agamas }) => !agamas.some(({ name_te }) => name_te === agamamu),
  },
  { field: 'image', message: 'Please upload Your photo', fails: hasNoFile('image') },
];

export const aadhaarChecks: readonly Check[] = /* @__PURE__ */ applicationChecks.filter(
  ({ field }) => field === 'aadhar',
);

/** Check 11 in the words of the update form, which end in ' .' for exam type 2. */
export const updateChecks: readonly Check[] = /* @__PURE__ */ applicationChecks.flatMap((check) =>
  check.message === PREVIOUS_CERTIFICATE_MESSAGE
    ? [
        {
          ...check,
          message: `${PREVIOUS_CERTIFICATE_MESSAGE} .`,
          fails: (body, examination) =>
            parseWholeNumber(body.exam_type) === 2 && check.fails(body, examination),
        },
        check,
      ]
    : [check],
);

export const conflictMessages = {
  420: 'Already Application registered this Mobile Number',
  421: 'Already Application registered with this Aadhar',
} as const;

/** The forms' messages for 421 when another paper replaces the Aadhaar number. */
export const identityPaperConflict = 'Already Application registered with this Identity Paper';
