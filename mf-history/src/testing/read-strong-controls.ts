/** English texts of the primary buttons and links: a page or application should have one. */
export const readStrongControls = () =>
  [...document.querySelectorAll('.button-main')].map(
    (control) => control.querySelector('.second')?.textContent,
  );
