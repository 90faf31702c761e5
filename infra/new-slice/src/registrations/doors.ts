import { after, type Registration } from './registration.ts';

/** What the shell may rely on a remote to give. */
export const doors: Registration = {
  file: 'packages/platform/src/slices/doors.ts',
  add: (text, { folder, name }) => {
    const part = name.charAt(0).toUpperCase() + name.slice(1);
    return after(
      text,
      /interface Doors \{\n( {2}'mf-.*\n)+/,
      `  '${folder}': { readonly ${part}: ComponentType };\n`,
    );
  },
};
