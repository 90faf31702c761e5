// Only old syntax here: an old Node must be able to parse this file and report its version.
var major = Number(process.versions.node.split('.')[0]);
if (major < 20) {
  console.error(
    'The portal needs Node 20 or later. This is Node ' +
      process.versions.node +
      ': install a newer one from https://nodejs.org.',
  );
  process.exit(1);
}
import('./bootstrap/main.mjs').then((bootstrap) => bootstrap.main(process.argv.slice(2)));
