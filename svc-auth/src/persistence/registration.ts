import { type AuditLog, type ConsentRepository, type Database, toApplicant } from '@archaka/service-kit';
import { isAlreadyClaimed } from './account-claims.ts';
import type { AccountRepository } from './account-repository.ts';
import type { Account, NewSignUp, SignUpRepository } from './sign-up-repository.ts';

interface RegistrationDependencies {
  readonly db: Database;
  readonly accounts: AccountRepository;
  readonly signUps: SignUpRepository;
  readonly consents: ConsentRepository;
  readonly audit: AuditLog;
}

export type AccountConflict = 'number-taken' | 'email-taken';

/** Of a number that has just been proved. */
export type FirstSignIn =
  | { readonly account: Account }
  /** The browser's owner must confirm or correct its data first. */
  | { readonly unconfirmed: NewSignUp };

/** How a sign-up becomes an account: at the first sign-in of its number. */
export class Registration {
  readonly #db: Database;
  readonly #accounts: AccountRepository;
  readonly #signUps: SignUpRepository;
  readonly #consents: ConsentRepository;
  readonly #audit: AuditLog;

  constructor({ db, accounts, signUps, consents, audit }: RegistrationDependencies) {
    this.#db = db;
    this.#accounts = accounts;
    this.#signUps = signUps;
    this.#consents = consents;
    this.#audit = audit;
  }

  /** Only accounts, whose numbers have signed in, conflict with a sign-up. */
  async signUp(signUp: NewSignUp, browserId: string): Promise<AccountConflict | undefined> {
    if (await this.#accounts.isNumberClaimed(signUp.number)) return 'number-taken';
    if (await this.#accounts.isEmailClaimed(signUp.email)) return 'email-taken';
    await this.#db.transaction(async () => {
      await this.#signUps.add(signUp, browserId);
      await this.#audit.record({ action: 'account.requested', actor: toApplicant({ id: signUp._id }) });
    });
    return undefined;
  }

  /** The id of the account, else of a sign-up: this browser's own, or the earliest. */
  async findOwnerId(number: string, browserId: string | undefined): Promise<string | undefined> {
    const accountId = await this.#accounts.findIdByNumber(number);
    return accountId ?? this.#signUps.findId(number, browserId);
  }

  /** Undefined when the sign-up has expired, or the number has another account meanwhile. */
  async signIn(ownerId: string, browserId: string | undefined): Promise<FirstSignIn | undefined> {
    const account = await this.#accounts.find(ownerId);
    if (account) return { account };
    const signUp = await this.#signUps.find(ownerId);
    if (!signUp) return undefined;
    if (!(await this.#signUps.isOwn(ownerId, browserId))) return { unconfirmed: signUp };
    const created = await this.#create(signUp);
    if (created === 'email-taken') return { unconfirmed: signUp };
    return created === 'number-taken' ? undefined : { account: created };
  }

  /** With the data that the owner of the number has confirmed or corrected. */
  async confirm(
    { number, ...fields }: Omit<NewSignUp, '_id' | 'created_at'>,
    browserId: string,
  ): Promise<Account | AccountConflict | undefined> {
    const signUp = await this.#signUps.findToConfirm(number, browserId);
    if (!signUp) return undefined;
    const actor = toApplicant({ id: signUp._id });
    return this.#create({ ...signUp, ...fields }, () =>
      this.#audit.record({ action: 'account.confirmed', actor }),
    );
  }

  /** `join` runs in the same transaction. */
  async #create(
    { consent, ...account }: NewSignUp,
    join: () => Promise<void> = async () => undefined,
  ): Promise<Account | AccountConflict> {
    try {
      return await this.#accounts.add(account, async () => {
        await this.#consents.record(account._id, consent);
        await this.#signUps.removeByNumber(account.number);
        await join();
      });
    } catch (error) {
      if (!isAlreadyClaimed(error)) throw error;
    }
    // Also when a concurrent sign-in has used the same sign-up.
    const existing = await this.#accounts.find(account._id);
    if (existing) return existing;
    return (await this.#accounts.isNumberClaimed(account.number)) ? 'number-taken' : 'email-taken';
  }
}
