import { Sentence, Skeleton, useCommand } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { useId, useState } from 'react';
import { useGetMessageSettingsQuery } from '../../auth-api.ts';
import { setMessageSettings } from '../../auth-commands.ts';

const label = msg`Messages by SMS about my application`;
const explanation = msg`At most five: submitted, fee paid, hall ticket ready, last days to edit, examination day. The OTP always comes.`;
const saved = msg`Your choice is saved.`;

/** Whether the applicant gets messages about an application by SMS. A change is stored at once. */
export function TextChoice() {
  const hintId = useId();
  const { currentData, refetch } = useGetMessageSettingsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [store, { isLoading }] = useCommand(setMessageSettings);
  const [isStored, setStored] = useState(false);
  const choice = currentData?.data?.[0];
  if (!choice) return <Skeleton lines={1} />;

  const toggle = async () => {
    // Without a response the box shows the stored value; the call has reported why.
    setStored(false);
    const { error } = await store({ application_texts: !choice.application_texts });
    setStored(!error);
    await refetch();
  };

  return (
    <div className="field">
      <label className="choice">
        <input
          type="checkbox"
          aria-describedby={hintId}
          checked={choice.application_texts}
          aria-disabled={isLoading}
          onChange={() => !isLoading && void toggle()}
        />
        <span>
          <Sentence word={label} />
        </span>
      </label>
      <p className="hint" id={hintId}>
        <Sentence word={explanation} />
      </p>
      <p className="hint" role="status">
        {isStored && <Sentence word={saved} />}
      </p>
    </div>
  );
}
