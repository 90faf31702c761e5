import { insertAfter, type Registration } from './registration.ts';

/** The modules that the shell expects of a remote. */
export const exposedModules: Registration = {
  file: 'packages/platform/src/slices/exposed-modules.ts',
  add: (text, { folder, name }) => {
    const componentName = name.charAt(0).toUpperCase() + name.slice(1);
    return insertAfter(
      text,
      /interface ExposedModules \{\n( {2}'mf-.*\n)+/,
      `  '${folder}': { readonly ${componentName}: ComponentType };\n`,
    );
  },
};
