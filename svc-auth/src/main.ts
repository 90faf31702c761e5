import { routes } from '@archaka/contracts';
import { makeSealing, runService, sealingKeyFrom } from '@archaka/service-kit';
import { config } from './config.ts';
import { currentSessionHandler } from './features/current-session/current-session.ts';
import { deviceKeyHandler } from './features/device-key/device-key.ts';
import { endedSessionsHandler } from './features/ended-sessions/ended-sessions.ts';
import { exchangeSessionHandler } from './features/exchange-session/exchange-session.ts';
import { keysRoute } from './features/publish-keys/publish-keys.ts';
import { inboxRoute } from './features/read-inbox/read-inbox.ts';
import { requestOtpHandler } from './features/request-otp/request-otp.ts';
import { signInHandler } from './features/sign-in/sign-in.ts';
import { signOutHandler } from './features/sign-out/sign-out.ts';
import { signUpHandler } from './features/sign-up/sign-up.ts';
import { signingKeys } from './signing-keys.ts';
import { smsSender } from './sms/sms.ts';
import { accountStore } from './store/accounts.ts';
import { inboxStore } from './store/inbox.ts';
import { limitStore } from './store/limits.ts';
import { otpStore } from './store/otps.ts';
import { sessionStore } from './store/sessions.ts';
import { signingKeyStore } from './store/signing-keys.ts';

await runService({
  name: 'svc-auth',
  service: 'auth',
  config,
  publishes: [],
  build: ({ db, config: { OTP_PEPPER: pepper, PORTAL_ORIGIN: origin, ...config } }) => {
    const [accounts, otps, sessions, inbox] = [
      accountStore(db),
      otpStore(db, pepper),
      sessionStore(db),
      inboxStore(db),
    ];
    const limits = limitStore(db, { perAddress: config.RATE_PER_ADDRESS, pepper });
    const sealing = makeSealing([sealingKeyFrom(config.SESSION_KEYS_SECRET, 'session signing keys')]);
    const keys = signingKeys(signingKeyStore(db), sealing);
    const withInbox = config.SMS_PROVIDER === 'inbox';

    return {
      handlers: [
        signUpHandler(accounts, limits),
        requestOtpHandler({ accounts, otps, limits, pepper, send: smsSender(config, inbox) }),
        signInHandler({ accounts, otps, sessions, limits, pepper, origin }),
        signOutHandler(sessions, origin),
        currentSessionHandler(),
        deviceKeyHandler(config.DEVICE_KEY_SECRET),
        exchangeSessionHandler(sessions, keys),
        endedSessionsHandler(sessions),
      ],
      routes: (router) => {
        keysRoute(keys)(router);
        if (withInbox) inboxRoute(inbox)(router);
      },
      publicRoutes: withInbox ? [routes.inbox] : [],
    };
  },
});
