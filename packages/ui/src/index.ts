export { dateText, dateTimeText, maskAadhaar as maskedAadhaar } from '@archaka/contracts/calls';
export {
  Banner,
  LoaderOverlay,
  Skeleton,
  StartupLoader,
  type Toast,
  ToastRegion,
} from './feedback/feedback.tsx';
export { Button, type ButtonProps, type Tone } from './forms/button.tsx';
export { Checkbox, type CheckboxProps } from './forms/checkbox.tsx';
export { DateField } from './forms/date-field.tsx';
export { ErrorSummary } from './forms/error-summary.tsx';
export {
  CheckboxGroup,
  Field,
  type FieldProps,
  type Option,
  RadioGroup,
  SelectField,
} from './forms/fields.tsx';
export { TextField, type TextFieldProps, toLatinDigits } from './forms/text-field.tsx';
export { Bilingual, Message, Paragraph, Sentence, Text } from './i18n/bilingual.tsx';
export {
  addCatalogs,
  BothLanguagesContext,
  inBoth,
  type Language,
  LanguageContext,
  type TwoNames,
  textIn,
  useBothTexts,
  useLanguage,
  type Word,
} from './i18n/languages.ts';
export { words } from './i18n/words.ts';
export { Card, Facts, rupees, Telephones } from './layout/card.tsx';
export { AlertPopup, ConfirmDialog, Dialog } from './layout/dialog.tsx';
export { Icon, type IconName } from './layout/icon.tsx';
export { type Column, RecordTable } from './layout/record-table.tsx';
export { StatusBadge, StatusCard } from './layout/status-card.tsx';
