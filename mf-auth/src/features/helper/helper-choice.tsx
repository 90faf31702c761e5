import { Sentence } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { useId } from 'react';
import { helperMode, useHelperMode } from './helper-mode.ts';

const label = msg`I fill in for somebody`;
const hint = msg`For relatives and service centres: one press ends the session, clears the person from this browser, and gives a slip for them.`;

export function HelperChoice() {
  const isOn = useHelperMode();
  const hintId = useId();
  return (
    <div className="field">
      <label className="choice">
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={hintId}
          onChange={({ target }) => helperMode.turn(target.checked)}
        />
        <span>
          <Sentence word={label} />
        </span>
      </label>
      <p className="hint" id={hintId}>
        <Sentence word={hint} />
      </p>
    </div>
  );
}
