import type { Request, Response } from 'express';
import { createOpaqueId } from '../../domain/opaque-id.ts';
import type { SignUpRepository } from '../../persistence/sign-up-repository.ts';
import type { Cookies } from '../cookies.ts';

interface SignUpBrowserDependencies {
  readonly cookies: Cookies;
  readonly signUps: SignUpRepository;
}

/** Recognises the browser of a sign-up by a cookie that this service has issued. */
export class SignUpBrowsers {
  readonly #cookies: Cookies;
  readonly #signUps: SignUpRepository;

  constructor({ cookies, signUps }: SignUpBrowserDependencies) {
    this.#cookies = cookies;
    this.#signUps = signUps;
  }

  find(request: Request): string | undefined {
    return this.#cookies.read(request, 'signUp');
  }

  async findOrCreate(request: Request): Promise<string> {
    const sent = this.find(request);
    return sent && (await this.#signUps.hasAny(sent)) ? sent : createOpaqueId();
  }

  remember(response: Response, browserId: string): void {
    this.#cookies.set(response, 'signUp', { value: browserId });
  }

  /** Clears the cookie once none of the browser's sign-ups waits. */
  async forgetUnused(request: Request, response: Response): Promise<void> {
    const sent = this.find(request);
    if (sent && !(await this.#signUps.hasAny(sent))) this.#cookies.clear(response, 'signUp');
  }
}
