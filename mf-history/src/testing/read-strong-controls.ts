/** What the filled buttons and links say in English: on a page, or of an application, there is to be one. */
export const readStrongControls = () =>
  [...document.querySelectorAll('.button-main')].map(
    (control) => control.querySelector('.second')?.textContent,
  );
