// For the shell only; remotes never see it.
export { browserExtras, clearOfflineData } from './device/browser-extras.ts';
export { primeExamination } from './examination/examination.ts';
export { chooseLanguage, showLanguage, useLanguageChoice } from './language/chosen-language.ts';
export { type LanguageChoice, parseLanguageCookie } from './language/language-cookie.ts';
export { Link } from './links/link.tsx';
export { clearExplanation, closeAlert } from './messages/show-message.ts';
export { checkNetwork, isServedFromDevice, useOffline } from './network/network-state.tsx';
export { loadSession, showUser, showVisitor } from './session/session.ts';
export { isHelperMode } from './session/user.ts';
export { toChunksGlobal, toFederationName } from './slices/federation-names.ts';
export { changeState, type PortalState, portalStore } from './store/portal-store.ts';
export { followUpdates } from './updates/follow-updates.ts';
