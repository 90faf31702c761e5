import { applicationChecks, optionalChecks, runChecks } from '@archaka/contracts/calls';
import {
  Bilingual,
  Icon,
  Sentence,
  Telephones,
  useBothTexts,
  useFormContext,
  useWatch,
  type Word,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import type { FormValues } from '../form/form-values.ts';
import type { ReferenceData } from '../form/reference-data.tsx';
import { toRequestBody } from '../form/request-body.ts';
import { formMessages } from '../messages.ts';

interface SectionDefinition {
  readonly id: string;
  readonly title: Word;
  readonly fields: readonly (keyof FormValues)[];
}

/** The parts of the form, and which fields make each complete. */
export const sections = {
  personalDetails: {
    id: 'part-who',
    title: formMessages.personalDetails,
    fields: ['number', 'aadhar', 'identity_kind', 'identity_number', 'name', 'father_name', 'dob'],
  },
  address: {
    id: 'part-where',
    title: formMessages.address,
    fields: ['postal_address', 'district', 'mandal'],
  },
  examination: {
    id: 'part-examination',
    title: formMessages.examination,
    fields: ['exam_type', 'exam_regular', 'pasthallticket', 'language', 'centre_district', 'agamamu'],
  },
  documents: {
    id: 'part-papers',
    title: formMessages.documents,
    fields: ['birthcertificate', 'perviouscertificate', 'markmemos', 'image'],
  },
} as const satisfies Record<string, SectionDefinition>;

/** The first field to type in: those before it are prefilled. */
export const firstFieldId = 'field-aadhar';

export const paymentSection = { id: 'part-pay', title: formMessages.checkAndPay };

export function findIncompleteSections(
  values: FormValues,
  referenceData: ReferenceData,
): ReadonlySet<string> {
  const failures = runChecks(
    [...applicationChecks, ...optionalChecks],
    toRequestBody(values, referenceData),
    referenceData.examination,
  );
  const invalidFields = new Set(failures.map(({ field }) => field));
  const incomplete = Object.values(sections).filter(({ fields }) =>
    fields.some((field) => invalidFields.has(field)),
  );
  return new Set(incomplete.map(({ id }) => id));
}

export function FormAside({ referenceData }: { referenceData: ReferenceData }) {
  const { office, technical } = referenceData.examination.contacts;
  return (
    <div className="form-aside">
      <SectionProgress referenceData={referenceData} />
      <div className="form-help">
        <p className="icon-word">
          <Icon name="phone" />
          <Sentence word={formMessages.callForHelp} />
        </p>
        <Telephones numbers={[office, ...technical]} />
      </div>
    </div>
  );
}

const done = msg`done`;
const title = msg`Parts of the form`;

/** Progress by sections: one is complete when none of its checks fails. */
function SectionProgress({ referenceData }: { referenceData: ReferenceData }) {
  const { getValues } = useFormContext<FormValues>();
  useWatch<FormValues>();
  const incomplete = findIncompleteSections(getValues(), referenceData);
  const bothTexts = useBothTexts();
  return (
    <nav className="parts" aria-label={bothTexts(title)}>
      <ol className="plain">
        {[...Object.values(sections), paymentSection].map((section) => {
          const isDone = section !== paymentSection && !incomplete.has(section.id);
          return (
            <li key={section.id} className={isDone ? 'part part-done' : 'part'}>
              <a href={`#${section.id}`}>
                <span>
                  <Bilingual word={section.title} />
                  {isDone && (
                    <span className="visually-hidden">
                      {' '}
                      (<Bilingual word={done} />)
                    </span>
                  )}
                </span>
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
