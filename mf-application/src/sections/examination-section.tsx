import { type District, fitsEarlierTickets, type Mandal } from '@archaka/contracts/calls';
import {
  CheckboxGroup,
  type Option,
  type PublicExamination,
  RadioGroup,
  SelectField,
  TextField,
  toLatinDigits,
  useFormContext,
  useWatch,
  type Word,
  words,
} from '@archaka/platform';
import type { FormValues } from '../form/form-values.ts';
import type { ReferenceData } from '../form/reference-data.tsx';
import { useRevealedFields } from '../form/request-body.ts';
import { useField } from '../form/use-checked-form.ts';
import { formMessages, hallTicketExample } from '../messages.ts';
import { Correctable } from './correction.tsx';
import { FieldStatus, FormSection } from './form-section.tsx';
import { FreeTextField } from './personal-details-section.tsx';
import { sections } from './section-progress.tsx';

export function AddressSection({ districts, mandals }: Pick<ReferenceData, 'districts' | 'mandals'>) {
  const { setValue, clearErrors } = useFormContext<FormValues>();
  const field = useField();
  const chosen = useWatch<FormValues, 'district'>({ name: 'district' });
  const district = districts.find(({ distrct_nm }) => distrct_nm === chosen);
  const clearMandal = () => {
    setValue('mandal', '', { shouldDirty: true });
    clearErrors('mandal');
  };
  return (
    <FormSection {...sections.address}>
      <FreeTextField
        name="postal_address"
        label={words.postalAddress}
        multiline
        autoComplete="street-address"
        maxCharacters={500}
      />
      <Correctable field="district">
        <SelectField
          label={words.district}
          options={toDistrictOptions(districts)}
          {...field('district', { onChange: clearMandal })}
        />
      </Correctable>
      <Correctable field="mandal">
        <SelectField
          label={words.mandal}
          choose={district ? words.choose : formMessages.districtFirst}
          options={toMandalOptions(mandals, district)}
          {...field('mandal')}
        />
      </Correctable>
    </FormSection>
  );
}

const MAX_HALL_TICKET_LENGTH = 40;

interface PreviousHallTicketProps {
  examination: PublicExamination;
  hint: Word | undefined;
}

/** Takes digits only, unless the examination names what earlier tickets carry. */
function PreviousHallTicket({ examination, hint }: PreviousHallTicketProps) {
  const field = useField();
  const number = useWatch<FormValues, 'pasthallticket'>({ name: 'pasthallticket' });
  const { earlier_hall_tickets: rule } = examination;
  const example = rule && hallTicketExample(rule.example);
  const isUnknown = rule && number.trim() !== '' && !fitsEarlierTickets(number.trim(), examination);
  return (
    <div className="field">
      <TextField
        label={words.previousHallTicket}
        hint={example ?? hint}
        {...(rule ? { autoCapitalize: 'characters', spellCheck: false } : { digits: MAX_HALL_TICKET_LENGTH })}
        autoComplete="off"
        enterKeyHint="next"
        {...field('pasthallticket', { setValueAs: toLatinDigits })}
      />
      {example && <FieldStatus word={isUnknown && example} />}
    </div>
  );
}

function EarlierExamination({ examination }: { examination: PublicExamination }) {
  const field = useField();
  const { compartmental, earlierExamination } = useRevealedFields(examination);
  return (
    <>
      {earlierExamination && (
        <Correctable field="pasthallticket">
          <PreviousHallTicket
            examination={examination}
            hint={compartmental ? undefined : formMessages.ifYouHaveIt}
          />
        </Correctable>
      )}
      {compartmental && (
        <Correctable field="language">
          <CheckboxGroup
            label={words.languages}
            hint={formMessages.languagesHint}
            options={toLanguageOptions(examination)}
            {...field('language')}
          />
        </Correctable>
      )}
    </>
  );
}

export function ExaminationSection({
  examination,
  districts,
}: Pick<ReferenceData, 'examination' | 'districts'>) {
  const field = useField();
  return (
    <FormSection {...sections.examination}>
      <Correctable field="exam_type">
        <RadioGroup
          label={words.examType}
          options={toExamTypeOptions(examination)}
          {...field('exam_type', { deps: ['perviouscertificate'] })}
        />
      </Correctable>
      <Correctable field="exam_regular">
        <RadioGroup
          label={words.regularOrCompartmental}
          options={regularityOptions}
          {...field('exam_regular', { deps: ['pasthallticket', 'markmemos', 'language'] })}
        />
      </Correctable>
      <EarlierExamination examination={examination} />
      <Correctable field="centre_district">
        <SelectField
          label={words.centreDistrict}
          hint={formMessages.centreHint}
          options={toDistrictOptions(districts)}
          {...field('centre_district')}
        />
      </Correctable>
      <Correctable field="agamamu">
        <SelectField label={words.agamamu} options={toAgamaOptions(examination)} {...field('agamamu')} />
      </Correctable>
    </FormSection>
  );
}

/** The value is the English name, as the form sends it. */
const toDistrictOptions = (districts: readonly District[]): Option[] =>
  districts.map(({ distrct_nm, distrct_nm_te }) => ({
    value: distrct_nm,
    label: { te: distrct_nm_te, en: distrct_nm },
  }));

/** The mandals of that district only; the value is the English name, as the form sends it. */
const toMandalOptions = (mandals: readonly Mandal[], district: District | undefined): Option[] =>
  mandals
    .filter(({ district_list_id }) => district_list_id === district?.id)
    .map(({ mndl_nm, mndl_nm_te: te }) => ({ value: mndl_nm, label: te ? { te, en: mndl_nm } : mndl_nm }));

export const toExamTypeOptions = ({ exam_types }: PublicExamination): Option[] =>
  exam_types.map(({ id, name, name_te }) => ({ value: id, label: { te: name_te, en: name } }));

export const regularityOptions: readonly Option[] = [
  { value: 1, label: words.regular },
  { value: 2, label: words.compartmental },
];

const toLanguageOptions = ({ languages }: PublicExamination): Option[] =>
  languages.map(({ language_id, language, language_te }) => ({
    value: language_id,
    label: { te: language_te, en: language },
  }));

/** The value is the Telugu name, as the form sends it. */
const toAgamaOptions = ({ agamas }: PublicExamination): Option[] =>
  agamas.map(({ name, name_te }) => ({ value: name_te, label: { te: name_te, en: name } }));
