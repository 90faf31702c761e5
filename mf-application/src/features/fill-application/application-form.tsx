import { applicationChecks, type FilledForm } from '@archaka/contracts';
import { Paragraph } from '@archaka/platform';
import { useState } from 'react';
import { DeviceCopyNotes } from '../../device-copy/device-copy-notes.tsx';
import { useDeviceCopy } from '../../device-copy/use-device-copy.ts';
import type { Opening } from '../../device-copy/use-opening.ts';
import type { FormSetting } from '../../form/form-setting.ts';
import { emptyValues, type FormValues, isFilled } from '../../form/form-values.ts';
import { useCheckedForm } from '../../form/use-checked-form.ts';
import { FeeField } from '../../parts/fee-field.tsx';
import { FormParts } from '../../parts/form-parts.tsx';
import { Part } from '../../parts/part.tsx';
import { lastPart } from '../../parts/parts.ts';
import { PartsProgress } from '../../parts/parts-progress.tsx';
import { formWords } from '../../words.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { Paying } from './paying.tsx';
import { SendButtons } from './send-buttons.tsx';
import { type Sending, useSending } from './use-sending.ts';

export interface ApplicationFormProps {
  number: string;
  setting: FormSetting;
  /** As it was when the form was opened. */
  draft: FilledForm | undefined;
  opening: Opening;
  /** Applications are taken now; else what is there is only to be read. */
  open: boolean;
  orderId: string | undefined;
  onOrder: (orderId: string) => void;
  onClosed: () => void;
}

/** The form from the draft, or from nothing, to the way to the checkout. */
export function ApplicationForm({ number, setting, draft, opening, open, ...rest }: ApplicationFormProps) {
  const { orderId, onOrder, onClosed } = rest;
  const [round, setRound] = useState(0);
  const checked = useCheckedForm<Sending>({
    initial: (opening.current ?? opening.base).values,
    checks: applicationChecks,
    setting,
  });
  const fill = (values: FormValues) => {
    checked.form.reset(values);
    setRound((count) => count + 1);
  };
  const copy = useDeviceCopy({ form: checked.form, opening, fill });
  const sending = useSending({
    checked,
    setting,
    draft,
    onSaved: opening.keeper.forget,
    onKept: copy.goOnFrom,
    onOrder,
    onClosed,
  });
  const { conflict } = sending;
  const submitted = orderId !== undefined;
  if (!open && !submitted && !isFilled(checked.form.getValues())) return null;

  const clear = () => {
    sending.startAnew();
    fill(emptyValues(number));
  };
  const takeNewer = async ({ newer }: NonNullable<typeof conflict>) => {
    await copy.takeNewer(newer);
    sending.goOnFrom(newer);
  };
  const sendMine = (over: NonNullable<typeof conflict>) => {
    copy.goOnFrom(over.newer);
    sending.goOnFrom(over.newer);
    void sending.sendOver(over);
  };

  return (
    <>
      {open && !submitted && <DeviceCopyNotes copy={copy} hasDraft={draft !== undefined} />}
      <FormParts
        key={round}
        checked={checked}
        setting={setting}
        frozen={submitted || sending.saved || !open}
        progress={open && <PartsProgress setting={setting} submitted={submitted} />}
      >
        {(open || submitted) && (
          <Part {...lastPart}>
            <FeeField examination={setting.examination} />
            {submitted ? (
              <Paying orderId={orderId} submitted={checked.form.getValues()} />
            ) : (
              <>
                <Paragraph word={formWords.checkHint} />
                <SendButtons
                  running={checked.running}
                  onSave={sending.save}
                  onPay={sending.pay}
                  onClear={clear}
                />
              </>
            )}
          </Part>
        )}
      </FormParts>
      {conflict && (
        <ConflictDialog
          onClose={sending.leaveConflict}
          onTakeNewer={() => takeNewer(conflict)}
          onSendMine={() => sendMine(conflict)}
        />
      )}
    </>
  );
}
