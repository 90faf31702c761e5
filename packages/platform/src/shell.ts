// For the shell only; remotes never see it.
export { browserExtras } from './device/browser-extras.ts';
export { clearOfflineData } from './device/offline-data.ts';
export { primeExamination } from './examination/load-examination.ts';
export { chooseLanguage, showLanguage, useLanguageChoice } from './language/chosen-language.ts';
export { type LanguageChoice, parseLanguageCookie } from './language/language-cookie.ts';
export { clearExplanation, closeAlert } from './messages/show-message.ts';
export { isServedFromDevice, useOffline } from './network/network-state.ts';
export { loadSession } from './session/load-session.ts';
export { showUser, showVisitor } from './session/session.ts';
export { userSignedIn, userSignedOut } from './session/user-slice.ts';
export { toChunksGlobal, toFederationName } from './slices/federation-names.ts';
export { type PortalState, portalStore } from './store/portal-store.ts';
export { followUpdates } from './updates/follow-updates.ts';
