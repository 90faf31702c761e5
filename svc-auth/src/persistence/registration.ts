import type { Consent, ConsentRepository } from '@archaka/privacy-kit';
import { type AuditLog, type Database, toApplicant } from '@archaka/service-kit';
import { isAlreadyClaimed } from './account-claims.ts';
import type { AccountRepository, Correction, StoredAccount } from './account-repository.ts';
import type { SessionRepository } from './session-repository.ts';
import type { Account, NewSignUp, SignUpRepository } from './sign-up-repository.ts';

interface RegistrationStores {
  readonly db: Database;
  readonly accounts: AccountRepository;
  readonly signUps: SignUpRepository;
  readonly consents: ConsentRepository;
  readonly sessions: SessionRepository;
  readonly audit: AuditLog;
}

type AccountConflict = 'number-taken' | 'email-taken';

/** How a sign-up becomes an account: at the first sign-in of its number. */
export class Registration {
  readonly #stores: RegistrationStores;

  constructor(stores: RegistrationStores) {
    this.#stores = stores;
  }

  /** Only accounts, whose numbers have signed in, conflict with a sign-up. */
  async signUp(signUp: NewSignUp, browserId: string): Promise<AccountConflict | undefined> {
    if (await this.#stores.accounts.isNumberClaimed(signUp.number)) return 'number-taken';
    if (await this.#stores.accounts.isEmailClaimed(signUp.email)) return 'email-taken';
    await this.#stores.db.transaction(async () => {
      await this.#stores.signUps.add(signUp, browserId);
      await this.#stores.audit.record({
        action: 'account.requested',
        actor: toApplicant({ id: signUp._id }),
      });
    });
    return undefined;
  }

  /** The id of the account, else of a sign-up: this browser's own, or the earliest. */
  async findOwnerId(number: string, browserId: string | undefined): Promise<string | undefined> {
    const accountId = await this.#stores.accounts.findIdByNumber(number);
    return accountId ?? this.#stores.signUps.findId(number, browserId);
  }

  /** Undefined when the sign-up has expired, or the number has another account meanwhile. */
  async signIn(ownerId: string, browserId: string | undefined): Promise<StoredAccount | undefined> {
    const account = await this.#stores.accounts.find(ownerId);
    if (account) return account;
    const waiting = await this.#stores.signUps.find(ownerId, browserId);
    if (!waiting) return undefined;
    const { signUp, isOwn } = waiting;
    const created = isOwn ? await this.#create(signUp) : 'email-taken';
    // Without a claim of the e-mail, and without the consent, which may be a stranger's.
    const opened =
      created === 'email-taken'
        ? await this.#create({ ...signUp, consent: undefined, unconfirmed: true })
        : created;
    return typeof opened === 'string' ? undefined : opened;
  }

  /** With the data that the owner has confirmed or corrected. Undefined when they are confirmed already. */
  async confirm(
    accountId: string,
    { correction, consent }: { readonly correction: Correction; readonly consent: Consent | undefined },
  ): Promise<Account | 'email-taken' | undefined> {
    try {
      return await this.#stores.db.transaction(async () => {
        const account = await this.#stores.accounts.confirm(accountId, correction);
        if (!account) return undefined;
        await this.#stores.sessions.rename(accountId, account.name);
        await this.#stores.consents.record(accountId, consent);
        await this.#stores.audit.record({
          action: 'account.confirmed',
          actor: toApplicant({ id: accountId }),
        });
        return account;
      });
    } catch (error) {
      if (isAlreadyClaimed(error)) return 'email-taken';
      throw error;
    }
  }

  async #create({
    consent,
    ...account
  }: NewSignUp & Pick<StoredAccount, 'unconfirmed'>): Promise<StoredAccount | AccountConflict> {
    try {
      return await this.#stores.db.transaction(async () => {
        await this.#stores.accounts.add(account);
        await this.#stores.consents.record(account._id, consent);
        await this.#stores.signUps.removeByNumber(account.number);
        return account;
      });
    } catch (error) {
      if (!isAlreadyClaimed(error)) throw error;
    }
    // Also when a concurrent sign-in has used the same sign-up.
    const existing = await this.#stores.accounts.find(account._id);
    if (existing) return existing;
    return (await this.#stores.accounts.isNumberClaimed(account.number)) ? 'number-taken' : 'email-taken';
  }
}
