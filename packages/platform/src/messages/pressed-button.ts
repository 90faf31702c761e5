/** The button of the last press; a failure offers to press it once more, with the form as it is then. */
class PressedButton {
  #button: HTMLButtonElement | undefined;

  constructor() {
    globalThis.document?.addEventListener('click', ({ target }) => this.#record(target), true);
  }

  #record(target: EventTarget | null): void {
    this.#button = (target as Element | null)?.closest('button') ?? undefined;
  }

  find(): HTMLButtonElement | undefined {
    return this.#button;
  }
}

export const pressedButton = new PressedButton();
