import { applicationChecks, runChecks } from '@archaka/contracts';
import { PartsList, useFormContext, useWatch } from '@archaka/platform';
import type { FormSetting } from '../form/form-setting.ts';
import type { FormValues } from '../form/form-values.ts';
import { bodyOf } from '../form/request-body.ts';
import { lastPart, parts } from './parts.ts';

/** How far the form has come: a part is done when none of its checks fails. */
export function PartsProgress({ setting, submitted }: { setting: FormSetting; submitted: boolean }) {
  const { getValues } = useFormContext<FormValues>();
  useWatch<FormValues>();
  const failing = runChecks(applicationChecks, bodyOf(getValues(), setting), setting.examination);
  const wrong = new Set(failing.map(({ field }) => field));
  const filled = Object.values(parts).map(({ id, title, fields }) => ({
    id,
    label: title,
    done: !fields.some((field) => wrong.has(field)),
  }));
  return <PartsList parts={[...filled, { id: lastPart.id, label: lastPart.title, done: submitted }]} />;
}
