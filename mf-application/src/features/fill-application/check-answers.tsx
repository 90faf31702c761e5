import { type FilledForm, getCompensatoryMinutes } from '@archaka/contracts/calls';
import {
  Bilingual,
  Button,
  createPlaceLabels,
  dateText,
  type PublicExamination,
  Text,
  type TwoNames,
  useBothTexts,
  useFormContext,
  useWatch,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { usePaperDetails } from '../../files/stored-papers.tsx';
import { type FileFieldName, type FormValues, isFilled } from '../../form/form-values.ts';
import type { ReferenceData } from '../../form/reference-data.tsx';
import { findRevealedFields } from '../../form/request-body.ts';
import {
  accommodationMessages,
  describeScribe,
  minutesMessage,
} from '../../sections/accommodation-section.tsx';
import { regularityOptions } from '../../sections/examination-section.tsx';
import { listPapers, photo } from '../../sections/form-sections.tsx';
import { sections } from '../../sections/section-progress.tsx';

const title = msg`Check your answers`;
const changeAnswer = msg`Change`;
const backToAnswers = msg`Back to your answers`;

interface Answer {
  /** The field that 'Change' leads to. */
  readonly field: keyof FormValues;
  readonly label: Word;
  readonly value: ReactNode;
}

interface AnswerGroup {
  readonly id: string;
  readonly title: Word;
  readonly answers: readonly Answer[];
}

const twoNames = (place: TwoNames | undefined): ReactNode => place && <Bilingual word={place} />;

function toPersonalAnswers(values: FormValues, examination: PublicExamination): Answer[] {
  const identity = toIdentityFact(values, examination);
  return [
    { field: values.identity_kind ? 'identity_number' : 'aadhar', ...identity },
    { field: 'name', label: words.name, value: values.name },
    { field: 'father_name', label: words.fatherName, value: values.father_name },
    { field: 'dob', label: words.dateOfBirth, value: values.dob && dateText(values.dob) },
  ];
}

function toAddressAnswers(values: FormValues, places: ReturnType<typeof createPlaceLabels>): Answer[] {
  const { district, mandal } = values;
  return [
    { field: 'postal_address', label: words.postalAddress, value: values.postal_address },
    { field: 'district', label: words.district, value: district && twoNames(places.district(district)) },
    { field: 'mandal', label: words.mandal, value: mandal && twoNames(places.mandal(mandal, district)) },
  ];
}

function toExaminationAnswers(
  values: FormValues,
  examination: PublicExamination,
  places: ReturnType<typeof createPlaceLabels>,
): Answer[] {
  const { compartmental, earlierExamination } = findRevealedFields(values, examination);
  const { centre_district: centre } = values;
  const level = examination.exam_types.find(({ id }) => String(id) === values.exam_type);
  const agama = examination.agamas.find(({ name_te }) => name_te === values.agamamu);
  const regular = regularityOptions.find(({ value }) => String(value) === values.exam_regular)?.label;
  const languages = examination.languages.filter(({ language_id }) =>
    values.language.includes(String(language_id)),
  );
  return [
    {
      field: 'exam_type',
      label: words.examType,
      value: level && twoNames({ te: level.name_te, en: level.name }),
    },
    { field: 'exam_regular', label: words.regularOrCompartmental, value: regular && <Text of={regular} /> },
    ...(earlierExamination && (compartmental || values.pasthallticket)
      ? [{ field: 'pasthallticket', label: words.previousHallTicket, value: values.pasthallticket } as const]
      : []),
    ...(compartmental
      ? [
          {
            field: 'language',
            label: words.languages,
            value: languages.length > 0 && (
              <Bilingual
                word={{
                  te: languages.map(({ language_te }) => language_te).join(', '),
                  en: languages.map(({ language }) => language).join(', '),
                }}
              />
            ),
          } as const,
        ]
      : []),
    {
      field: 'centre_district',
      label: words.centreDistrict,
      value: centre && twoNames(places.district(centre)),
    },
    {
      field: 'agamamu',
      label: words.agamamu,
      value: agama && twoNames({ te: agama.name_te, en: agama.name }),
    },
  ];
}

/** None while neither a scribe nor extra time is chosen. */
const toAccommodationAnswers = (
  { scribe, compensatory_time }: FormValues,
  examination: PublicExamination,
): Answer[] => [
  ...(scribe
    ? [
        {
          field: 'scribe',
          label: accommodationMessages.scribe,
          value: <Bilingual word={describeScribe(scribe)} />,
        } as const,
      ]
    : []),
  ...(compensatory_time
    ? [
        {
          field: 'compensatory_time',
          label: accommodationMessages.extraTime,
          value: <Bilingual word={minutesMessage(getCompensatoryMinutes(examination))} />,
        } as const,
      ]
    : []),
];

function listGroups(values: FormValues, { examination, ...lists }: ReferenceData): AnswerGroup[] {
  const places = createPlaceLabels(lists);
  const papers = [...listPapers(findRevealedFields(values, examination)), photo];
  return [
    { ...sections.personalDetails, answers: toPersonalAnswers(values, examination) },
    { ...sections.address, answers: toAddressAnswers(values, places) },
    {
      ...sections.examination,
      answers: [
        ...toExaminationAnswers(values, examination, places),
        ...toAccommodationAnswers(values, examination),
      ],
    },
    {
      ...sections.documents,
      answers: papers.map(({ name, label }) => ({
        field: name,
        label,
        value: values[name].length > 0 && <PaperThumbnail field={name} />,
      })),
    },
  ];
}

const listAnsweredGroups = (values: FormValues, referenceData: ReferenceData): AnswerGroup[] =>
  listGroups(values, referenceData)
    .map((group) => ({ ...group, answers: group.answers.filter(({ value }) => value) }))
    .filter(({ answers }) => answers.length > 0);

/** Reads back all answers in the parts of the form, each with the way to change it. */
export function CheckAnswers({ referenceData }: { referenceData: ReferenceData }) {
  const { getValues } = useFormContext<FormValues>();
  const [changed, setChanged] = useState<OpenedField>();
  useWatch<FormValues>();
  const values = getValues();
  if (!isFilled(values)) return null;
  return (
    <section className="read-back stack" aria-labelledby="check-answers-title">
      <h4 id="check-answers-title">
        <Bilingual word={title} />
      </h4>
      {listAnsweredGroups(values, referenceData).map((group) => (
        <Answers key={group.id} {...group} onChange={(field) => setChanged(openField(field))} />
      ))}
      {changed && <WayBack {...changed} onDone={() => setChanged(undefined)} />}
    </section>
  );
}

const isPhone = (): boolean => globalThis.matchMedia?.('(max-width: 30rem)').matches ?? false;

interface AnswersProps extends AnswerGroup {
  onChange: (field: keyof FormValues) => void;
}

/** One group; on a phone its values on one line, until it is unfolded. */
function Answers({ title: group, answers, onChange }: AnswersProps) {
  const [isOpen, setOpen] = useState(() => !isPhone());
  return (
    <details className="answers" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h5>
          <Bilingual word={group} />
        </h5>
        {!isOpen && (
          <>
            <span className="link">
              <Bilingual word={changeAnswer} />
            </span>
            <span className="answers-line">
              {answers.map(({ field, value }) => (
                <span key={field}>{value}</span>
              ))}
            </span>
          </>
        )}
      </summary>
      <dl>
        {answers.map((answer) => (
          <AnswerRow key={answer.field} {...answer} onChange={() => onChange(answer.field)} />
        ))}
      </dl>
    </details>
  );
}

function AnswerRow({ field, label, value, onChange }: Answer & { onChange: () => void }) {
  const bothTexts = useBothTexts();
  const changeName = `${bothTexts(label)}: ${bothTexts(changeAnswer)}`;
  return (
    <div className="answer">
      <dt>
        <Bilingual word={label} />
      </dt>
      <dd>{value}</dd>
      <dd>
        <button
          type="button"
          id={toChangeId(field)}
          className="link"
          aria-label={changeName}
          onClick={onChange}
        >
          <Bilingual word={changeAnswer} />
        </button>
      </dd>
    </div>
  );
}

/** A field that an answer led to, and its place on the page. */
interface OpenedField {
  readonly field: keyof FormValues;
  readonly place: Element;
}

const toChangeId = (field: keyof FormValues): string => `change-${field}`;

/** Focuses a field: of choices the chosen one. */
function openField(field: keyof FormValues): OpenedField | undefined {
  const first = document.getElementById(`field-${field}`);
  const chosen = document.querySelector<HTMLElement>(`#application-form [name="${field}"]:checked`);
  const control = chosen ?? first;
  const place = control?.closest('.field');
  if (!control || !place) return undefined;
  const fold = control.closest('details');
  if (fold) fold.open = true;
  place.scrollIntoView?.({ block: 'center' });
  control.focus({ preventScroll: true });
  return { field, place };
}

/** Stands at the field that is changed, and leads back to its answer. */
function WayBack({ field, place, onDone }: OpenedField & { onDone: () => void }) {
  const goBack = () => {
    onDone();
    const change = document.getElementById(toChangeId(field));
    change?.scrollIntoView?.({ block: 'center' });
    change?.focus({ preventScroll: true });
  };
  return createPortal(
    <p className="way-back">
      <Button word={backToAnswers} onClick={goBack} />
    </p>,
    place,
  );
}

/** The photo, or the first page of a paper; its kind until there is one. */
function PaperThumbnail({ field }: { field: FileFieldName }) {
  const [document] = useWatch<FormValues, FileFieldName>({ name: field });
  const picture = usePaperDetails(document)?.picture;
  return picture ? (
    <img className="paper-thumbnail" src={picture} alt="" />
  ) : (
    <span>{document?.filetype.toUpperCase()}</span>
  );
}

type Identity = Pick<FilledForm, 'aadhar' | 'identity_kind' | 'identity_number'>;

/** 1234 1234 1234, as on the card. */
const formatAadhaar = (aadhaar: string): string => aadhaar.replace(/\d{4}(?=\d)/g, '$& ');

/** The Aadhaar number or the paper that replaces it, for the summary. */
function toIdentityFact(
  { aadhar, identity_kind, identity_number = '' }: Identity,
  { identity_papers }: PublicExamination,
): { label: Word; value: string } {
  const paper = identity_papers?.find(({ kind }) => kind === identity_kind);
  return paper
    ? { label: { te: paper.name_te, en: paper.name }, value: identity_number }
    : { label: words.aadhaarNumber, value: formatAadhaar(aadhar) };
}
