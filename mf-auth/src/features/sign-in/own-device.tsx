import { Sentence } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { type ComponentProps, useId } from 'react';

const ownPhone = msg`This is my own phone or computer`;
const explanation = msg`You stay signed in for 30 days. Otherwise you are signed out after 30 minutes without use. Leave it empty in a shop or a centre.`;

/** Whether the session may last on this device. */
export function OwnDevice(inputProps: ComponentProps<'input'>) {
  const hintId = useId();
  return (
    <div className="field">
      <label className="choice">
        <input {...inputProps} type="checkbox" aria-describedby={hintId} />
        <span>
          <Sentence word={ownPhone} />
        </span>
      </label>
      <p className="hint" id={hintId}>
        <Sentence word={explanation} />
      </p>
    </div>
  );
}
