// Exports that the host shares. From the first release on, never remove one: a deployed remote may import it.

import './forms/application-messages/application-messages.ts';

export {
  Card,
  CheckboxGroup,
  type Column,
  DateField,
  dateText,
  dateTimeText,
  ErrorSummary,
  Facts,
  Field,
  type FieldProps,
  Icon,
  inBoth,
  Message,
  type Option,
  RadioGroup,
  RecordTable,
  rupees,
  SelectField,
  StatusBadge,
  StatusCard,
  type Tone,
  type TwoNames,
  textIn,
  toLatinDigits,
  useBothTexts,
  useLanguage,
} from '@archaka/ui';
export { nanoid } from '@reduxjs/toolkit';
export { skipToken } from '@reduxjs/toolkit/query/react';
export {
  type FieldErrors,
  type FieldValues,
  FormProvider,
  type Path,
  type Resolver,
  type SubmitErrorHandler,
  type SubmitHandler,
  type UseFormProps,
  useForm,
  useFormContext,
  useWatch,
} from 'react-hook-form';
export { useSelector } from 'react-redux';
export { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
export {
  callMutation,
  callQuery,
  createPortalApi,
  fetchReadableOffline,
  usePortalDispatch,
} from './calls/portal-api.ts';
export { errorOf, portalFetch } from './calls/portal-fetch.ts';
export { retryAfterSignIn } from './calls/send-request.ts';
export * from './core.ts';
export { browserExtras } from './device/browser-extras.ts';
export type { DeviceVault } from './device/device-vault.ts';
export { openDeviceVault } from './device/open-device.ts';
export { createPlaceLabels } from './examination/examination.ts';
export { saveFile } from './files/save-file.ts';
export { checksResolver, errorList } from './forms/checks.ts';
export { Link } from './links/link.tsx';
export { showAlert } from './messages/show-message.ts';
export { NeedsNetwork } from './network/network-state.tsx';
export { onNotice, useRefetchOnUpdate } from './notices/notices.ts';
export { PayNow } from './payment/pay-now.tsx';
export {
  AgreementHint,
  PrivacyNotice,
  replaceNotice,
  useAgreement,
} from './privacy-notice/privacy-notice.tsx';
export { onBeforeSignOut } from './session/session.ts';

export type { ApplicationModule, DeskModule, HistoryModule } from './slices/exposed-modules.ts';
export {
  type ApplicationState,
  describeApplication,
  describeReason,
  type KnownPayments,
} from './status/describe-application.ts';
export { setStatusAddress, useStatusFocus } from './status/return-to-status.ts';
