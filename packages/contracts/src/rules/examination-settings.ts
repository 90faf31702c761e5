import type { FieldError } from '../check.ts';
import type { ExaminationSettings } from '../desk/proposals.ts';
import type { Examination } from '../examination.ts';
import { toIndianDay } from './dates.ts';
import { findTextFaults } from './texts.ts';

export const toSettings = ({ scrutiny, ...examination }: Examination): ExaminationSettings => {
  const { opens, closes, edit_until, examination_date, reporting_time, fee_paise, contacts, results, texts } =
    examination;
  return {
    opens,
    closes,
    edit_until,
    ...(examination_date && { examination_date }),
    ...(reporting_time && { reporting_time }),
    fee_paise,
    contacts,
    results,
    texts,
    ...(scrutiny && { reasons: scrutiny.reasons }),
  };
};

/** The fields of an examination that settings replace; reasons only where its papers are scrutinised. */
export const toSettingsFields = (
  { reasons, ...settings }: ExaminationSettings,
  { scrutiny }: Pick<Examination, 'scrutiny'>,
) => ({
  examination_date: undefined,
  reporting_time: undefined,
  ...settings,
  ...(scrutiny && reasons && { scrutiny: { ...scrutiny, reasons } }),
});

interface SettingsContext {
  readonly current: ExaminationSettings;
  readonly exam_types: readonly { readonly id: number }[];
  readonly now: Date;
}

function findDateFaults(settings: ExaminationSettings, { current, now }: SettingsContext): FieldError[] {
  const { opens, examination_date: day } = settings;
  const dates = (['closes', 'edit_until'] as const).flatMap((field) => {
    const date = new Date(settings[field]);
    if (date <= new Date(opens)) return [{ field, message: 'Must be after the opening' }];
    const isMoved = date.getTime() !== Date.parse(current[field]);
    return isMoved && date <= now ? [{ field, message: 'Must be in the future' }] : [];
  });
  const isSameDay = day === current.examination_date && settings.closes === current.closes;
  if (!day || isSameDay) return dates;
  if (day <= toIndianDay(new Date(settings.closes)))
    return [...dates, { field: 'examination_date', message: 'Must be after the day of the closing' }];
  return day < toIndianDay(now)
    ? [...dates, { field: 'examination_date', message: 'Must be in the future' }]
    : dates;
}

/** Decisions and open corrections name reasons by their ids: none goes, and none means another field or verdict. */
function findReasonFaults({ reasons = [] }: ExaminationSettings, { current }: SettingsContext): FieldError[] {
  const field = 'reasons';
  if (!current.reasons) return reasons.length > 0 ? [{ field, message: 'Papers are not scrutinised' }] : [];
  const hasAll = current.reasons.every((used) =>
    reasons.some(
      (reason) => reason.id === used.id && reason.field === used.field && reason.verdict === used.verdict,
    ),
  );
  return hasAll ? [] : [{ field, message: 'A reason must stay, with its verdict and field' }];
}

/**
 * What is wrong with new settings, beside their schema. A changed last day lies in the future, since data is deleted by
 * it: an examination is closed at once by a time that comes soon.
 */
export function findSettingsFaults(settings: ExaminationSettings, context: SettingsContext): FieldError[] {
  const types = settings.results.links.map(({ exam_type }) => exam_type);
  const isLinked =
    new Set(types).size === types.length &&
    types.every((type) => context.exam_types.some(({ id }) => id === type));
  return [
    ...findDateFaults(settings, context),
    ...findReasonFaults(settings, context),
    ...findTextFaults(settings.texts).map(({ field, message }) => ({ field: `texts.${field}`, message })),
    ...(isLinked ? [] : [{ field: 'results', message: 'Each link is of another exam type' }]),
  ];
}
