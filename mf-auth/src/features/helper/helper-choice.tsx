import { Checkbox } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { helperMode, useHelperMode } from './helper-mode.ts';

const label = msg`I fill in for somebody`;
const hint = msg`For relatives and service centres: one press ends the session, clears the person from this browser, and gives a slip for them.`;

export const HelperChoice = () => (
  <Checkbox
    label={label}
    hint={hint}
    checked={useHelperMode()}
    onChange={({ target }) => helperMode.turn(target.checked)}
  />
);
