// Exports that the host shares. Never remove one: a deployed remote may import it.

import './forms/application-messages/catalogs.ts';

export {
  addCatalogs,
  Banner,
  Bilingual,
  Button,
  type ButtonProps,
  Card,
  CheckboxGroup,
  type Column,
  ConfirmDialog,
  DateField,
  Dialog,
  dateText,
  dateTimeText,
  ErrorSummary,
  Facts,
  FileField,
  Icon,
  inBoth,
  Message,
  maskedAadhaar,
  type Option,
  Paragraph,
  PartsList,
  RadioGroup,
  RecordTable,
  rupees,
  SelectField,
  Sentence,
  Skeleton,
  StatusBadge,
  StatusCard,
  Telephones,
  Text,
  TextField,
  type TextFieldProps,
  type Tone,
  type TwoNames,
  textIn,
  toLatinDigits,
  useBothTexts,
  useLanguage,
  type Word,
  words,
} from '@archaka/web-kit';
export { createSelector, createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
export { skipToken } from '@reduxjs/toolkit/query/react';
export {
  Controller,
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
export { shallowEqual, useDispatch, useSelector } from 'react-redux';
export { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
export { callMutation, callQuery } from './calls/call-endpoint.ts';
export { fetchReadableOffline } from './calls/offline-reading.ts';
export { createPortalApi } from './calls/portal-api.ts';
export { errorOf, type PortalError } from './calls/portal-error.ts';
export { portalFetch } from './calls/portal-fetch.ts';
export type { CallOptions } from './calls/send-request.ts';
export type { DeviceVault } from './device/device-vault.ts';
export { openDeviceCopies } from './device/open-device-copies.ts';
export { openDeviceVault } from './device/open-device-vault.ts';
export { type Phase, phaseOf, portalNow } from './examination/phase.ts';
export { examinationName, type PublicExamination, useExamination } from './examination/use-examination.ts';
export { saveFile } from './files/save-file.ts';
export { checksResolver, errorList } from './forms/checks.ts';
export { ButtonLink } from './links/button-link.tsx';
export { sayError, tryAgainAfter } from './messages/say-error.ts';
export { showAlert, toast } from './messages/show-message.ts';
export { NeedsNetwork } from './network/needs-network.tsx';
export {
  type NoticeName,
  type Notices,
  onNotice,
  sendNotice,
  useNotice,
  useRefetchOnUpdate,
} from './notices/notices.ts';
export { PayNow } from './payment/pay-now.tsx';
export { AgreementHint, replaceNotice, useAgreement } from './privacy-notice/agreement.tsx';
export { PrivacyNotice } from './privacy-notice/privacy-notice.tsx';
export { tryAgain } from './recovery/try-again.ts';
export { retryAfterSignIn } from './session/retry-after-sign-in.ts';
export { signedIn, signedOut, useUser } from './session/session.ts';
export type { User } from './session/user.ts';

export type {
  ApplicationModule,
  AuthModule,
  ExposedModules,
  HistoryModule,
  SliceName,
  TicketProps,
  UpdateApplicationProps,
} from './slices/exposed-modules.ts';
export { reloadAtStatus, setStatusAddress, useStatusFocus } from './status/return-to-status.ts';
