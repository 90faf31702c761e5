import { testDocuments } from './documents.ts';
import { createUploadEnvironment } from './environment.ts';
import { testFaultyConnections } from './faulty-connections.ts';
import { testPhotos } from './photos.ts';
import { testReadiness } from './readiness.ts';
import { testScans } from './scans.ts';

const environment = createUploadEnvironment();

testPhotos(environment);
testDocuments(environment);
testScans(environment);
testFaultyConnections(environment);
testReadiness(environment);
