import type { ScrutinyState } from '@archaka/contracts/calls';
import { SelectField, useExamination, type Word, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import type { ChangeEvent, ComponentProps } from 'react';
import type { SearchFilter } from '../../desk-address.ts';
import { deskApi } from '../../desk-api.ts';
import { paymentLabels, scrutinyLabels } from '../../labels.ts';

const all: Word = msg`All`;

interface FacetsProps {
  filter: SearchFilter;
  onChange: (change: Partial<SearchFilter>) => void;
}

type DistrictFieldProps = Pick<ComponentProps<typeof SelectField>, 'choose' | 'value' | 'onChange'>;

export function DistrictField(props: DistrictFieldProps) {
  const districts = deskApi.useDistrictsQuery(undefined).data?.data ?? [];
  const options = districts.map(({ id, distrct_nm, distrct_nm_te }) => ({
    value: id,
    label: { en: distrct_nm, te: distrct_nm_te },
  }));
  return <SelectField name="district" label={words.district} {...props} options={options} />;
}

/** District and type, also of a queue. */
export function PlaceFacets({ filter, onChange }: FacetsProps) {
  const { examination } = useExamination();
  const toNumber = ({ target }: ChangeEvent<HTMLSelectElement>) => Number(target.value) || undefined;
  return (
    <>
      <DistrictField
        choose={all}
        value={filter.district ?? ''}
        onChange={(event) => onChange({ district: toNumber(event) })}
      />
      <SelectField
        name="type"
        label={words.examType}
        choose={all}
        value={filter.type ?? ''}
        onChange={(event) => onChange({ type: toNumber(event) })}
        options={(examination?.exam_types ?? []).map(({ id, name, name_te }) => ({
          value: id,
          label: { en: name, te: name_te },
        }))}
      />
    </>
  );
}

/** A select's empty value stands for all. */
export const toPayment = (status: string) => status || 'pending';

export function Facets({ filter, onChange }: FacetsProps) {
  return (
    <div className="facets">
      <PlaceFacets filter={filter} onChange={onChange} />
      <SelectField
        name="payment"
        label={words.paymentStatus}
        choose={all}
        value={filter.payment ?? ''}
        onChange={({ target }) => onChange({ payment: target.value || undefined })}
        options={Object.entries(paymentLabels).map(([status, label]) => ({
          value: toPayment(status),
          label,
        }))}
      />
      <SelectField
        name="scrutiny"
        label={msg`Scrutiny`}
        choose={all}
        value={filter.scrutiny ?? ''}
        onChange={({ target }) =>
          onChange({ scrutiny: (target.value || undefined) as ScrutinyState | undefined })
        }
        options={Object.entries(scrutinyLabels).map(([state, label]) => ({ value: state, label }))}
      />
    </div>
  );
}
