import type { AllotmentState, CallAnswer, getHalls } from '@archaka/contracts/calls';
import { Button, Sentence, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { deskApi } from '../../desk-api.ts';
import { toFailure } from '../../failures.ts';

export type HallDistrict = NonNullable<CallAnswer<typeof getHalls>['data']>[number];

export const stateLabels: Readonly<Record<AllotmentState, Word>> = {
  preparing: msg`The preview is being made`,
  prepared: msg`Previewed; nothing is allotted`,
  confirmed: msg`The seats are being allotted`,
  allotted: msg`Allotted`,
};

const isBusy: Word = msg`The confirmed seats are being allotted. Wait for their end.`;

/** @param district absent: all */
export function PreviewButton({ district, word }: { district?: string; word: Word }) {
  const [failure, setFailure] = useState<Word>();
  const [send, { isLoading }] = deskApi.usePreviewAllotmentMutation();
  const start = async () => {
    const { data, error } = await send(district === undefined ? {} : { district });
    if (data?.status === 200) setFailure(undefined);
    else setFailure(data?.status === 420 ? isBusy : toFailure(error));
  };
  return (
    <>
      <p role="alert">{failure && <Sentence word={failure} />}</p>
      <Button word={word} busy={isLoading} onClick={() => void start()} />
    </>
  );
}
