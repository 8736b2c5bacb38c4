// Starts the server without rendered pages, so that tests can use it before the web app is built.
import { startServer } from '../../main/run.ts';

await startServer(async () => ({}));
