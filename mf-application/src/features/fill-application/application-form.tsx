import { applicationChecks, type FilledForm } from '@archaka/contracts';
import { Paragraph } from '@archaka/platform';
import { useState } from 'react';
import type { FormSetting } from '../../form/form-setting.ts';
import { emptyValues, valuesOf } from '../../form/form-values.ts';
import { useCheckedForm } from '../../form/use-checked-form.ts';
import { FeeField } from '../../parts/fee-field.tsx';
import { FormParts } from '../../parts/form-parts.tsx';
import { Part } from '../../parts/part.tsx';
import { lastPart } from '../../parts/parts.ts';
import { PartsProgress } from '../../parts/parts-progress.tsx';
import { formWords } from '../../words.ts';
import { Paying } from './paying.tsx';
import { SendButtons } from './send-buttons.tsx';
import { type Sending, useSending } from './use-sending.ts';

interface ApplicationFormProps {
  number: string;
  setting: FormSetting;
  /** As it was when the form was opened. */
  draft: FilledForm | undefined;
  orderId: string | undefined;
  onOrder: (orderId: string) => void;
}

/** The form from the draft, or from nothing, to the way to the checkout. */
export function ApplicationForm({ number, setting, draft, orderId, onOrder }: ApplicationFormProps) {
  const [round, setRound] = useState(0);
  const checked = useCheckedForm<Sending>({
    initial: draft ? valuesOf(draft) : emptyValues(number),
    checks: applicationChecks,
    setting,
  });
  const { saved, save, pay, startAnew } = useSending({ checked, setting, draft, onOrder });
  const submitted = orderId !== undefined;

  const clear = () => {
    startAnew();
    checked.form.reset(emptyValues(number));
    setRound(round + 1);
  };

  return (
    <FormParts
      key={round}
      checked={checked}
      setting={setting}
      frozen={submitted || saved}
      progress={<PartsProgress setting={setting} submitted={submitted} />}
    >
      <Part {...lastPart}>
        <FeeField examination={setting.examination} />
        {submitted ? (
          <Paying orderId={orderId} number={number} aadhaar={checked.form.getValues('aadhar')} />
        ) : (
          <>
            <Paragraph word={formWords.checkHint} />
            <SendButtons running={checked.running} onSave={save} onPay={pay} onClear={clear} />
          </>
        )}
      </Part>
    </FormParts>
  );
}
