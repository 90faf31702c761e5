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
export { toLatinDigits } from './forms/digits.ts';
export { ErrorSummary } from './forms/error-summary.tsx';
export {
  CheckboxGroup,
  DateField,
  type Option,
  RadioGroup,
  SelectField,
} from './forms/fields.tsx';
export { FileField } from './forms/file-field.tsx';
export { TextField, type TextFieldProps } from './forms/text-field.tsx';
export { Bilingual, Message, Paragraph, Sentence, Text } from './i18n/bilingual.tsx';
export {
  addCatalogs,
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
export { Card, Facts } from './layout/card.tsx';
export { AlertPopup, ConfirmDialog, Dialog } from './layout/dialog.tsx';
export { Icon, type IconName } from './layout/icon.tsx';
export { PartsList } from './layout/parts-list.tsx';
export { type Column, RecordTable } from './layout/record-table.tsx';
export { StatusBadge, StatusCard } from './layout/status-card.tsx';
export { rupees, Telephones } from './layout/value.tsx';
