import { routes } from '@archaka/contracts';
import { heldKeys, makeSealing, runService, sealingKeysFrom } from '@archaka/service-kit';
import { config } from './config.ts';
import { callersOf } from './features/caller.ts';
import { cookiesAt } from './features/cookies.ts';
import { currentSessionHandler } from './features/current-session/current-session.ts';
import { deviceKeyHandler } from './features/device-key/device-key.ts';
import { endSessionsHandler } from './features/end-sessions/end-sessions.ts';
import { endedSessionsHandler } from './features/ended-sessions/ended-sessions.ts';
import { exchangeSessionHandler } from './features/exchange-session/exchange-session.ts';
import { listSessionsHandler } from './features/list-sessions/list-sessions.ts';
import { otpOutcomesIn } from './features/otp-outcomes.ts';
import { challengesOf } from './features/proof-of-work/challenges.ts';
import { suspicionOf } from './features/proof-of-work/suspicion.ts';
import { keysRoute } from './features/publish-keys/publish-keys.ts';
import { inboxRoute } from './features/read-inbox/read-inbox.ts';
import { requestOtpHandler } from './features/request-otp/request-otp.ts';
import { signInHandler } from './features/sign-in/sign-in.ts';
import { signOutHandler } from './features/sign-out/sign-out.ts';
import { signUpHandler } from './features/sign-up/sign-up.ts';
import { signingKeys } from './signing-keys.ts';
import { smsSender } from './sms/sms.ts';
import { accountStore } from './store/accounts.ts';
import { browserStore } from './store/browsers.ts';
import { inboxStore } from './store/inbox.ts';
import { limitStore } from './store/limits.ts';
import { otpStore } from './store/otps.ts';
import { sessionStore } from './store/sessions.ts';
import { SESSION_KEYS, signingKeyStore } from './store/signing-keys.ts';
import { usedChallengeStore } from './store/used-challenges.ts';

await runService({
  name: 'svc-auth',
  service: 'auth',
  config,
  publishes: [],
  build: ({ db, log, config: { OTP_PEPPER: peppers, PORTAL_ORIGIN: origin, ...config } }) => {
    const [accounts, otps, sessions] = [accountStore(db), otpStore(db, peppers), sessionStore(db)];
    const [browsers, inbox, cookies] = [browserStore(db), inboxStore(db), cookiesAt(origin)];
    const challengeAfter = config.CHALLENGE_AFTER || (config.NODE_ENV === 'production' ? 50 : 'none');
    const extraPasswords = challengeAfter !== 'none';
    const limits = limitStore(db, { perAddress: config.RATE_PER_ADDRESS, extraPasswords, peppers });
    const challenges = challengesOf({ peppers, used: usedChallengeStore(db) });
    const suspicion = suspicionOf({ limits, challenges, challengeAfter });
    const callers = callersOf({ browsers, cookies });
    const outcomes = otpOutcomesIn(log);
    const shared = { accounts, otps, limits, suspicion, callers, cookies, peppers, outcomes };
    const sealing = makeSealing(sealingKeysFrom(config.SESSION_KEYS_SECRET, SESSION_KEYS));
    const keys = signingKeys(signingKeyStore(db), sealing);
    const withInbox = config.SMS_PROVIDER === 'inbox';

    return {
      handlers: [
        signUpHandler(accounts, limits),
        requestOtpHandler({ ...shared, send: smsSender(config, inbox) }),
        signInHandler({ ...shared, sessions, browsers }),
        signOutHandler(sessions, cookies),
        currentSessionHandler(),
        listSessionsHandler(sessions),
        endSessionsHandler(sessions, cookies),
        deviceKeyHandler(config.DEVICE_KEY_SECRET),
        exchangeSessionHandler(sessions, keys),
        endedSessionsHandler(sessions),
      ],
      routes: (router) => {
        keysRoute(keys)(router);
        if (withInbox) inboxRoute(inbox)(router);
      },
      publicRoutes: withInbox ? [routes.inbox] : [],
      keys: heldKeys({
        OTP_PEPPER: peppers,
        SESSION_KEYS_SECRET: config.SESSION_KEYS_SECRET,
        DEVICE_KEY_SECRET: config.DEVICE_KEY_SECRET,
      }),
    };
  },
});
