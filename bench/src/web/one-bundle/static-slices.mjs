import application from '../../../../mf-application/src/expose/app.tsx';
import auth from '../../../../mf-auth/src/expose/app.tsx';
import history from '../../../../mf-history/src/expose/app.tsx';

const exposedModules = { 'mf-application': application, 'mf-auth': auth, 'mf-history': history };

/** Replaces the shell's federation: every slice is in the bundle. */
export class SliceRuntime {
  async load(name) {
    return exposedModules[name];
  }

  prefetch() {}
}
